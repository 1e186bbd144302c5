import type { TObject } from '@sinclair/typebox'
import { hashKey, keyPrefix } from '../../auth/credential.ts'
import type { StoredKey } from '../../auth/queries/keys.ts'
import type { DeviceToStore } from '../../device/queries/devices.ts'
import { DEVICE_COLUMN_NAMES } from '../../device/repository.ts'
import { canonicalDeviceId, DEVICE_FIELDS, KEPT_FIELDS } from '../../device/schema.ts'
import type { Site, TimeWindow } from '../../device/sites/schema.ts'
import { createColumnConverter } from '../../lib/fields.ts'
import { readTimestamp } from '../../lib/time/timestamps.ts'
import { importFileSections } from '../schema.ts'
import type { SectionMember } from '../source.ts'

/** Removes unknown fields from the hours, and orders the others, so that equal hours are equal as text. */
export function toStoredSite({ hours, ...site }: SectionMember<'sites'>): Site {
  if (hours === null) return { ...site, hours }
  const windows = hours.windows.map(({ days, from, to }): Known<typeof hours.windows> => ({ days, from, to }))
  const exceptions = hours.exceptions.map(
    ({ date, windows }): Known<typeof hours.exceptions> => ({ date, windows: windows.map(toWindow) }),
  )
  return { ...site, hours: { windows, exceptions } }
}

/** An element with all known fields, so that the compiler finds one that is left out. */
type Known<List extends readonly unknown[]> = Required<List[number]>

function toWindow({ from, to }: TimeWindow): Required<TimeWindow> {
  return { from, to }
}

/** A device to import, and which of its stored values an import keeps. */
export interface ImportedDevice extends DeviceToStore {
  readonly keepsSite: boolean
  readonly keepsAccess: boolean
}

const toColumns = createColumnConverter(DEVICE_FIELDS)
const deviceInUtc = createUtcConverter(importFileSections.devices)

/** A new device gets the defaults of fields that are left out. An existing one keeps `KEPT_FIELDS`, or all with `keepsLeftOut`. */
export function toImportedDevice(device: SectionMember<'devices'>, nowMs: number): ImportedDevice {
  const { keepsLeftOut = false, site = null, access = [] } = device
  const keptColumns = (keepsLeftOut ? DEVICE_COLUMN_NAMES : KEPT_FIELDS).filter(
    (field) => device[field] === undefined,
  )
  const row = { ...deviceInUtc(toColumns(device), nowMs), id: canonicalDeviceId(device.id), site }
  const keepsSite = keepsLeftOut && device.site === undefined
  const keepsAccess = keepsLeftOut && device.access === undefined
  return { row, keptColumns, access, keepsSite, keepsAccess }
}

const keyInUtc = createUtcConverter(importFileSections.apiKeys)

/** Replaces a key by its hash and its prefix: the key itself is not stored. */
export function toStoredKey(
  { key, keyHash, keyPrefix: prefix, ...stored }: SectionMember<'apiKeys'>,
  nowMs: number,
): StoredKey {
  return {
    ...keyInUtc(stored, nowMs),
    hash: keyHash ?? hashKey(key ?? ''),
    prefix: key === undefined ? prefix : keyPrefix(key),
  }
}

/** Creates a function that converts the timestamps of checked members of a section to UTC. Null stays null. */
function createUtcConverter({ properties }: TObject) {
  const names = Object.keys(properties).filter((name) => properties[name]?.['format'] === 'timestamp')
  return <Fields extends object>(fields: Fields, nowMs: number): Fields => {
    const given = Object.entries(fields).filter(([name, value]) => names.includes(name) && value !== null)
    const instants = given.map(([name, value]) => [name, readTimestamp(value, nowMs)])
    return { ...fields, ...Object.fromEntries(instants) }
  }
}
