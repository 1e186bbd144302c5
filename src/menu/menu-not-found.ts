import { errorSchema, HttpError } from '../http/http-error.ts'

export const menuNotFound = () => new HttpError(404, 'Menu not found')

export const menuNotFoundSchema = errorSchema(
  'There is no such menu, or it is not granted to the key: `Menu not found`.',
)
