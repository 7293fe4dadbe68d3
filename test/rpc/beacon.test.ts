import { expect, test } from 'vitest'
import { sendBlob, zeroBlob } from './methods/anvil/blobs.ts'
import { client } from './methods/client.ts'

test('blobs and the time of genesis are read as of a beacon node', async () => {
  await using devnet = await client({ hardfork: 'prague' })
  const { url } = await devnet.listen({ port: 0 })
  const get = async (path: string) => {
    const response = await fetch(`${url}/eth/v1/beacon/${path}`)
    return [response.status, await response.json()]
  }
  const hash = await sendBlob(devnet)
  await devnet.seal()
  const { blobVersionedHashes } = await devnet.ask('eth_getTransactionByHash', hash)
  const block = await devnet.ask('eth_getBlockByNumber', 'latest', false)
  const found = { execution_optimistic: false, finalized: false, data: [zeroBlob] }

  for (const name of ['latest', 'head', '1', block.hash]) {
    expect(await get(`blobs/${name}`)).toEqual([200, found])
  }
  expect(await get(`blobs/head?versioned_hashes=${blobVersionedHashes[0]}`)).toEqual([200, found])
  expect(await get(`blobs/head?versioned_hashes=0x01${'00'.repeat(31)}`)).toMatchObject([
    200,
    { data: [] },
  ])
  expect(await get('blobs/genesis')).toMatchObject([200, { finalized: true, data: [] }])
  const genesis = await devnet.ask('eth_getBlockByNumber', '0x0', false)
  expect(await get('genesis')).toMatchObject([
    200,
    { data: { genesis_time: String(Number(genesis.timestamp)) } },
  ])
  expect(await get('blobs/99')).toEqual([404, { code: 404, message: 'block not found: 99' }])
  expect(await get('blobs/zz')).toMatchObject([400, { code: 400 }])
  expect(await get('blob_sidecars/head')).toMatchObject([410, { code: 410 }])
  expect(await get('headers')).toMatchObject([404, { code: 404 }])
})

test('other paths of a beacon node are not served, and nothing is posted there', async () => {
  await using devnet = await client()
  const { url } = await devnet.listen({ port: 0 })
  expect((await fetch(`${url}/eth/v1/node/version`)).status).toBe(404)
  expect((await fetch(`${url}/eth/v1/beacon/genesis`, { method: 'POST' })).status).toBe(405)
  // A path with a provider's key is the chain at `/`.
  expect((await fetch(`${url}/eth/some-key`)).status).toBe(200)
})
