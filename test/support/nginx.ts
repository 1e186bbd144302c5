/** A directive of nginx with its arguments, and with those in its braces if it has any. */
export interface Directive {
  readonly name: string
  readonly args: readonly string[]
  readonly children: readonly Directive[]
}

/** The directives of the guides as nginx 1.22 has them: where each may be, and what its arguments may be. */
const KNOWN: Readonly<Record<string, readonly [contexts: readonly string[], args: RegExp, isBlock?: true]>> =
  {
    upstream: [['http'], /^[\w.-]+$/, true],
    server: [['http', 'upstream'], /^([\w.-]+:\d+)?$/, true],
    location: [['server'], /^(= )?\/\S*$/, true],
    // The directive `http2` came with 1.25.1; until then it was a parameter, which later versions accept as well.
    listen: [['server'], /^(\[::\]:)?\d+( ssl)?( http2)?$/],
    server_name: [['server'], /^[\w. -]+$/],
    ssl_certificate: [['http', 'server'], /^\/\S+$/],
    ssl_certificate_key: [['http', 'server'], /^\/\S+$/],
    keepalive: [['upstream'], /^\d+$/],
    proxy_http_version: [['http', 'server', 'location'], /^1\.[01]$/],
    proxy_set_header: [['http', 'server', 'location'], /^[\w-]+ \S+$/],
    proxy_pass: [['location'], /^http:\/\/[\w.:-]+\/?$/],
    proxy_buffering: [['http', 'server', 'location'], /^(on|off)$/],
    proxy_read_timeout: [['http', 'server', 'location'], /^\d+s$/],
  }

/** Reads a part of the block `http`. @throws {Error} that says what nginx 1.22 would not load */
export function parseNginx(text: string): Directive[] {
  const tokens = text.match(/"[^"]*"|[{};]|[^\s{};"]+/g) ?? []
  const directives = read(tokens, 'http')
  if (tokens.length > 0) throw new Error('unexpected "}"')
  return directives
}

function read(tokens: string[], context: string): Directive[] {
  const directives: Directive[] = []
  while (tokens.length > 0 && tokens[0] !== '}') directives.push(readOne(tokens, context))
  return directives
}

function readOne(tokens: string[], context: string): Directive {
  const end = tokens.findIndex((token) => /^[{};]$/.test(token))
  const [name = '', ...args] = tokens.splice(0, end < 0 ? tokens.length : end)
  const isBlock = tokens.shift() === '{'
  requireKnown(name, args, context, isBlock)
  if (!isBlock) return { name, args, children: [] }
  const children = read(tokens, name)
  if (tokens.shift() !== '}') throw new Error('unexpected end of file, expecting "}"')
  return { name, args, children }
}

function requireKnown(name: string, args: readonly string[], context: string, isBlock: boolean): void {
  const known = KNOWN[name]
  if (known === undefined) throw new Error(`unknown directive "${name}"`)
  const [contexts, wanted, mayBeBlock] = known
  if (!contexts.includes(context)) throw new Error(`"${name}" directive is not allowed here`)
  if (!wanted.test(args.join(' '))) throw new Error(`invalid arguments of "${name}"`)
  const isServerOfUpstream = name === 'server' && context === 'upstream'
  if (isBlock !== (mayBeBlock === true && !isServerOfUpstream)) throw new Error(`"${name}" has no such block`)
}
