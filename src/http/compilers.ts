import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector, { type SerializerFactory } from '@fastify/fast-json-stringify-compiler'

type Compile = ReturnType<SerializerFactory>
type Serializer = ReturnType<Compile>

const selectSerializer = SerializerSelector()
const compilers = new Map<string, Compile>()

/**
 * Compiles schemas, each of them once in a process. By itself Fastify compiles the schema of errors for every status of
 * every route, and all schemas again for each app: the API documentation is an app of its own, and tests build many.
 */
export const compilersFactory = { buildValidator: AjvCompiler(), buildSerializer }

function buildSerializer(...[externalSchemas, options]: Parameters<SerializerFactory>): Compile {
  const shared = JSON.stringify(externalSchemas)
  const known = compilers.get(shared) ?? compileOnce(selectSerializer(externalSchemas, options))
  compilers.set(shared, known)
  return known
}

function compileOnce(compile: Compile): Compile {
  const compiled = new Map<unknown, Serializer>()
  return (route) => {
    const key = referenceIn(route.schema) ?? route.schema
    const serialize = compiled.get(key) ?? compile(route)
    compiled.set(key, serialize)
    return serialize
  }
}

/** The schema that another one refers to. A description beside the reference changes nothing. */
function referenceIn(schema: unknown): unknown {
  return typeof schema === 'object' && schema !== null && '$ref' in schema ? schema.$ref : undefined
}
