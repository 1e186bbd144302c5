import type { DEVICE_FIELDS } from '../../src/device/schema.ts'
import type { WrittenFields } from '../../src/lib/fields.ts'
import { createRandom, type Random } from './random.ts'
import { PLACES } from './words.ts'

/** A device in an import file. */
type Device = WrittenFields<typeof DEVICE_FIELDS>

const TIME_ZONES = ['America/Los_Angeles', 'America/New_York', 'Europe/Berlin', 'Europe/London', 'Asia/Tokyo']
const RESOLUTIONS = ['1920x1080', '1920x1080', '3840x2160', '1280x720']
const ORIENTATIONS = ['normal', 'normal', 'left', 'right']
const WINDOWS = ['Counter', 'Window', 'Lobby', 'Entrance', 'Queue', 'Drive-Through', 'Bar']

/**
 * Creates `count` devices, starting with number `first`. Their heartbeats are long ago or missing, so that
 * no device goes offline during a run.
 */
export function* createDevices(first: number, count: number): Generator<Device> {
  const random = createRandom(first)
  for (let index = first; index < first + count; index++) yield createDevice(random, index)
}

/** Returns the MAC address of device number `index`. An odd factor keeps addresses distinct and scattered. */
export function deviceId(index: number): string {
  const digits = ((index * 0x9e3779b1) % 2 ** 32).toString(16).padStart(8, '0')
  return ['c4', '23', ...(digits.match(/../g) ?? [])].join(':')
}

function createDevice(random: Random, index: number): Device {
  const created = timestamp(random, 2023)
  const updated = timestamp(random, 2025)
  return {
    id: deviceId(index),
    name: `${random.pick(PLACES)} ${random.pick(WINDOWS)} ${index}`,
    timezone: random.pick(TIME_ZONES),
    screen_resolution: random.pick(RESOLUTIONS),
    screen_orientation: random.pick(ORIENTATIONS),
    registered_at: created,
    published_at: random.chance(0.9) ? updated : null,
    last_heartbeat_at: index % 2 === 0 ? timestamp(random, 2025) : null,
    offline_startup: random.chance(0.5),
    offline_startup_delay_minutes: random.integer(1, 10),
    open_dev_tools: random.chance(0.1),
    updated_at: updated,
    created_at: created,
  }
}

function timestamp(random: Random, year: number): string {
  const [month, day, hour, minute, second] = [12, 28, 23, 59, 59].map((maximum) => random.integer(1, maximum))
  const fraction = digits(random.integer(0, 999_999), 6)
  return `${year}-${digits(month)}-${digits(day)}T${digits(hour)}:${digits(minute)}:${digits(second)}.${fraction}Z`
}

function digits(number = 0, length = 2): string {
  return String(number).padStart(length, '0')
}
