-- Menus are changed by keys, by commands such as "import", and by the service itself, which has neither. All are logged.
ALTER TABLE change_log ADD COLUMN command text;
