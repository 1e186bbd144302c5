import { ROOT } from '../../browser/root.ts'
import { isObject } from '../../lib/json/json.ts'

export async function serviceState(): Promise<string> {
  try {
    const response = await fetch(`${ROOT}/readyz`)
    const body: unknown = await response.json()
    const warnings = isObject(body) ? body['warnings'] : undefined
    if (Array.isArray(warnings)) return `is ready, but: ${warnings.join(' ')}`
    return response.ok ? 'is ready' : 'is not ready: its log says why'
  } catch {
    return 'cannot be reached'
  }
}
