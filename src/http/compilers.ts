import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector, { type SerializerFactory } from '@fastify/fast-json-stringify-compiler'

const selectValidator = AjvCompiler()
const selectSerializer = SerializerSelector()

type Compile = ReturnType<SerializerFactory>
type Serializer = ReturnType<Compile>
type ValidatorFactory = typeof selectValidator
type CompileValidator = ReturnType<ValidatorFactory>
type RequestPart = Parameters<ReturnType<CompileValidator>>[1]

const compilers = new Map<string, Compile>()

/**
 * Compiles each schema on first use, and once in a process. Fastify would compile all of them at the start, for each app and
 * each status of each route, which takes a sixth of the startup time.
 */
export const compilersFactory = { buildValidator, buildSerializer }

function buildValidator(...[externalSchemas, options]: Parameters<ValidatorFactory>): CompileValidator {
  const compile = once(() => selectValidator(externalSchemas, options))
  const compileLater = (route: Parameters<CompileValidator>[0]) => {
    const validator = once(() => compile()(route))
    const validate = (data: unknown, part: RequestPart) => {
      const check = validator()
      return check(data, part) || { error: check.errors }
    }
    // Fastify passes the second argument only to validators that have `schemaEnv`, as those of Ajv do.
    return Object.assign(validate, { schemaEnv: true })
  }
  // The declared type belongs to Ajv's functions. Fastify only calls them.
  return compileLater as unknown as CompileValidator
}

function buildSerializer(...[externalSchemas, options]: Parameters<SerializerFactory>): Compile {
  const shared = JSON.stringify(externalSchemas)
  const compiler =
    compilers.get(shared) ?? compileOnce(once(() => selectSerializer(externalSchemas, options)))
  compilers.set(shared, compiler)
  return compiler
}

function compileOnce(compile: () => Compile): Compile {
  const compiled = new Map<unknown, Serializer>()
  return (route) => {
    const key = referenceIn(route.schema) ?? route.schema
    const serializer = once(() => compile()(route))
    const serialize = compiled.get(key) ?? ((data) => serializer()(data))
    compiled.set(key, serialize)
    return serialize
  }
}

/** References to the same schema share a serialiser, whatever their descriptions. */
function referenceIn(schema: unknown): unknown {
  return typeof schema === 'object' && schema !== null && '$ref' in schema ? schema.$ref : undefined
}

function once<Result>(make: () => Result): () => Result {
  let made: Result | undefined
  return () => {
    made ??= make()
    return made
  }
}
