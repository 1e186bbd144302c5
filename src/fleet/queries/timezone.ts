import { accessCondition, type FleetAccess } from './fleet-access.ts'

/** Finds the time zone by which the fleet page shows the times of all devices; UTC if there are several. */
export async function findTimezone(access: FleetAccess): Promise<string> {
  const { sql, parameters } = accessCondition(access, 'many')
  const [first, second] = await access.snapshot.all<{ readonly timezone: string }>({
    sql: `
SELECT DISTINCT coalesce(s.timezone, d.timezone) AS timezone
FROM devices d LEFT JOIN sites s ON s.id = d.site_id WHERE ${sql} LIMIT 2`,
    parameters,
  })
  return first && !second ? first.timezone : 'UTC'
}
