import type { ImportErrors } from '../../documents/document-error.ts'
import { refuseFields } from '../mapping/unknown-fields.ts'
import { ATTRIBUTES, attributesOf } from './details.ts'
import { type CatalogObject, placeOf } from './objects.ts'

/** The fields that are read, or that do not matter, although their names suggest that they do. */
const KNOWN: ReadonlySet<string> = new Set(
  [
    // Of all objects.
    'is_deleted is_archived item_variation_data modifier_data',
    // Of items.
    'ecom_visibility visibility online_visibility ecom_available available_online available_for_pickup',
    'available_electronically skip_modifier_screen modifier_list_info item_options variations',
    // Of variations and modifiers.
    'price_money pricing_type track_inventory inventory_alert_type inventory_alert_threshold modifier_list_id',
    'item_option_values available_for_booking hidden_online measurement_unit_id default_unit_cost',
  ].flatMap((names) => names.split(' ')),
)

/** Refuses an object with a field or a custom attribute that may matter and is not read. */
export function checkFields(object: CatalogObject, errors: ImportErrors): void {
  const { fields, data } = object
  const place = placeOf(object)
  for (const part of [fields, data]) refuseFields(Object.entries(part), KNOWN, place, errors)
  refuseFields(attributesOf(object), ATTRIBUTES, place, errors)
}
