import type { Ajv, ValidateFunction } from 'ajv'
import type { FastifyInstance } from 'fastify'
import type { ErrorCollector } from '../documents/import-error.ts'
import { addErrors } from '../documents/validate-member.ts'
import { HttpError, INVALID_REQUEST } from '../http/http-error.ts'

const errorAt = (pointer: string, message: string) => new HttpError(400, `${pointer || '/'}: ${message}`)

/** @throws {HttpError} 400 for the value at a JSON pointer */
export function rejectAt(pointer: string, message: string): never {
  throw errorAt(pointer, message)
}

function firstViolation(validate: ValidateFunction): HttpError {
  const errors: HttpError[] = []
  const add: ErrorCollector['add'] = (pointer, message) => void errors.push(errorAt(pointer, message))
  addErrors(validate, '', { count: 0, showsValues: false, add })
  return errors[0] ?? new HttpError(400, INVALID_REQUEST)
}

/** Validates the requests of a plugin without converting anything, up to the first error. */
export function validateStrictly(app: FastifyInstance, ajv: Ajv): void {
  app.setValidatorCompiler(({ schema }) => {
    const validate = ajv.compile(schema)
    return (value: unknown) => {
      if (validate(value)) return true
      return { error: firstViolation(validate) }
    }
  })
}
