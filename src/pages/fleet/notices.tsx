import type { Fleet } from '#dist/fleet/schema.js'
import type { Failure } from '../../browser/request.ts'
import { describeFailure } from '../parts/use-response.ts'

interface NoticesProps {
  readonly fleet: Fleet | undefined
  readonly failure: Failure | undefined
}

/** The notices about all devices, and about a service that is unavailable. */
export function Notices({ fleet, failure }: NoticesProps) {
  return (
    <>
      <p class="notice" id="notice" role="status">
        {describeFailure(failure)}
      </p>
      <div id="banner" role="status">
        {fleet?.notices.map((text) => (
          <p key={text} class="notice">
            {text}
          </p>
        ))}
      </div>
    </>
  )
}
