/** Sends a request over HTTP and gives its result, or throws its error's message. */
export async function rpc(url: string, method: string, params: readonly unknown[] = []) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as {
    result?: unknown
    error?: { message: string }
  }
  if (error !== undefined) throw new Error(error.message)
  return result
}
