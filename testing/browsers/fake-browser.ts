type Values = Record<string, unknown>

/** An area of an extension's storage, in memory. */
function storageArea() {
  let values: Values = {}
  return {
    async get(key?: string): Promise<Values> {
      if (key === undefined) return structuredClone(values)
      return key in values ? structuredClone({ [key]: values[key] }) : {}
    },
    async set(more: Values) {
      values = { ...values, ...structuredClone(more) }
    },
    async remove(keys: string | string[]) {
      const gone = new Set([keys].flat())
      values = Object.fromEntries(Object.entries(values).filter(([key]) => !gone.has(key)))
    },
    async clear() {
      values = {}
    },
  }
}

/** What the extension's background script uses of a browser, and what it did there. */
export function fakeBrowser() {
  const opened: { id: number; url: string }[] = []
  const scripts: { tabId: number; args: unknown[] }[] = []
  const removedPermissions: string[] = []
  const host = { isAllowed: true }
  return {
    /** Whether the host gave the permission. */
    host,
    opened,
    scripts,
    removedPermissions,
    chrome: {
      storage: { local: storageArea(), session: storageArea() },
      tabs: {
        TAB_ID_NONE: -1,
        async create({ url }: { url: string }) {
          const tab = { id: opened.length + 1, url }
          opened.push(tab)
          return { id: tab.id }
        },
        async update(id: number, { url }: { url: string }) {
          opened.find((tab) => tab.id === id)!.url = url
        },
      },
      scripting: {
        async executeScript({ target, args }: { target: { tabId: number }; args: unknown[] }) {
          scripts.push({ tabId: target.tabId, args })
        },
      },
      runtime: {
        async openOptionsPage() {
          opened.push({ id: opened.length + 1, url: 'options.html' })
        },
      },
      permissions: {
        async contains() {
          return host.isAllowed
        },
        async remove({ origins }: { origins: string[] }) {
          removedPermissions.push(...origins)
          return true
        },
      },
    },
  }
}
