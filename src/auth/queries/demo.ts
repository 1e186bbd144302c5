import { defineQuery } from '../../storage/define-query.ts'

/** Creates a trigger of the demo: its key for every menu may also read menus that are imported later. */
export const createDemoTriggerStatement = defineQuery(`
CREATE TRIGGER demo_menus AFTER INSERT ON menus BEGIN
  INSERT INTO api_key_menus (key_id, menu_id) SELECT id, NEW.id FROM api_keys WHERE user_id = 'operations';
END`)
