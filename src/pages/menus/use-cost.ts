import { useEffect, useState } from 'preact/hooks'
import { formatBytes, formatDuration } from '../../browser/format-values.ts'

/** The bytes that browsers count for the headers of any response (Resource Timing, transferSize). */
const HEADER_BYTES = 300
/** Shown in place of a measurement that is not known. */
const UNKNOWN = { transferred: '–', uncompressed: '–', duration: '–' }

/** Measures the size and the duration of the response for a URL. @param attempt counts the requests for the same URL */
export function useCost(url: string | undefined, attempt: number): typeof UNKNOWN {
  const [cost, setCost] = useState(UNKNOWN)
  useEffect(() => {
    setCost(UNKNOWN)
    if (url === undefined) return
    const observer = new PerformanceObserver((list) => {
      const known = list.getEntriesByName(url).filter(hasResponse)
      for (const entry of known) setCost(costOf(entry))
    })
    observer.observe({ type: 'resource' })
    return () => observer.disconnect()
  }, [url, attempt])
  return cost
}

/** A request that failed has no response to measure. */
function hasResponse(entry: PerformanceEntry): entry is PerformanceResourceTiming {
  return entry instanceof PerformanceResourceTiming && entry.requestStart !== 0 && entry.responseStatus < 400
}

function costOf(entry: PerformanceResourceTiming): typeof UNKNOWN {
  // A response from the browser's cache was not transferred again, apart from its headers.
  const transferredBytes = entry.transferSize > HEADER_BYTES ? entry.encodedBodySize : 0
  return {
    transferred: formatBytes(transferredBytes),
    uncompressed: formatBytes(entry.decodedBodySize),
    duration: formatDuration(entry.responseEnd - entry.requestStart),
  }
}
