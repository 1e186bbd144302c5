import type { ProxyAgent, RequestInit, Response } from 'undici'
import { firstAttemptError } from '../system-error.ts'

const agents = new Map<string, Promise<ProxyAgent>>()

/** `fetch` through a proxy, whose connections are kept for later requests. */
export async function fetchThrough(proxy: URL, url: URL, options: RequestInit): Promise<Response> {
  const { fetch } = await import('undici')
  const agent = agents.get(proxy.href) ?? createProxyAgent(proxy)
  agents.set(proxy.href, agent)
  return fetch(url, { ...options, dispatcher: await agent })
}

/** Creates an agent that opens a tunnel for each https: address, and lets the proxy send requests to http: addresses. */
export async function createProxyAgent(proxy: URL): Promise<ProxyAgent> {
  const { ProxyAgent } = await import('undici')
  return new ProxyAgent({ uri: proxy.href, proxyTunnel: false })
}

/** The answer of a proxy that opened no tunnel, as the end of a sentence; undefined if something else has failed. */
export function proxyRefusal(error: unknown): string | undefined {
  const first = firstAttemptError(error)
  const [, status] = /^Proxy response \((\d+)\)/.exec(first instanceof Error ? first.message : '') ?? []
  return status && `it answered with ${status}`
}
