import { useEffect, useState } from 'preact/hooks'
import type { Menu } from '#dist/menu/schema.js'
import { LIST_TIMEOUT_MS, request } from '../../browser/request.ts'
import { MENUS } from '../../browser/service.ts'
import { useAccess } from './key-gate.tsx'

/** The menus that the key may read. @param retryMs the pause before a failed request is repeated; undefined for no retry */
export function useMenuList(retryMs?: number) {
  const { apiKey, reject } = useAccess()
  const [menus, setMenus] = useState<readonly Menu[]>()
  const [isFailing, setFailing] = useState(false)
  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    let timer: ReturnType<typeof setTimeout> | undefined
    async function load(): Promise<void> {
      const answer = await request<Menu[]>(MENUS, '/v1/menus', apiKey, { timeoutMs: LIST_TIMEOUT_MS, signal })
      if (signal.aborted) return
      if (answer.isOk) return setMenus(answer.body)
      if (reject(answer.status)) return
      setFailing(true)
      if (retryMs !== undefined) timer = setTimeout(load, retryMs)
    }
    void load()
    return () => {
      stopping.abort()
      clearTimeout(timer)
    }
  }, [])
  return { menus, isFailing }
}
