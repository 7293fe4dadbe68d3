import type { ChainPool } from './chainPool.ts'
import type { ControlAnswer, ControlRequest } from './place.ts'
import { Refused } from './place.ts'
import type { ChainAction } from './servers.ts'

const done: ControlAnswer = { status: 200 }
const notFound: ControlAnswer = { status: 404 }

/** Does with a chain what a request asks for; answers as prool does. */
export async function actOn(
  pool: ChainPool,
  { id, action }: { readonly id: string; readonly action: ChainAction },
  { authority }: ControlRequest,
): Promise<ControlAnswer> {
  switch (action) {
    case 'start':
      return start(pool, id, authority)
    case 'restart':
      return (await pool.restart(id)) ? described(id, authority) : done
    case 'stop':
    case 'destroy':
      await pool.drop(id)
      return done
    case 'messages':
      // What the process of an instance has printed; a chain here has none.
      return { status: 200, json: [] }
  }
}

/** Gives a chain to one client alone, who waits until there is room. */
export async function acquire(
  pool: ChainPool,
  { method, authority, left }: ControlRequest,
): Promise<ControlAnswer> {
  if (method !== 'POST') return notFound
  return orRefused(async () => {
    const token = await pool.acquire(left)
    return { status: 200, json: { ...descriptor(token, authority), token } }
  })
}

/** Ends what `acquire` gave. */
export async function release(
  pool: ChainPool,
  token: string,
  { method }: ControlRequest,
): Promise<ControlAnswer> {
  if (method !== 'POST') return notFound
  return (await pool.release(token)) ? { status: 204 } : notFound
}

async function start(pool: ChainPool, id: string, authority: string): Promise<ControlAnswer> {
  if (pool.has(id)) {
    return failed(`chain ${id} is started already: end it first by /${id}/stop`)
  }
  return orRefused(async () => {
    const { leave } = await pool.enter(id, () => undefined)
    leave()
    return described(id, authority)
  })
}

async function orRefused(answer: () => Promise<ControlAnswer>): Promise<ControlAnswer> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof Refused) return failed(error.message)
    throw error
  }
}

function failed(message: string): ControlAnswer {
  return { status: 400, json: { message } }
}

function described(id: string, authority: string): ControlAnswer {
  return { status: 200, json: descriptor(id, authority) }
}

/** Where a chain is, in prool's words. */
function descriptor(id: string, authority: string) {
  const { hostname: host, port } = new URL(`http://${authority}`)
  const endpoint = { host, port: Number(port || 80) }
  return {
    endpoints: { default: { ...endpoint, protocol: 'http' } },
    ...endpoint,
    url: `http://${authority}/${id}`,
  }
}
