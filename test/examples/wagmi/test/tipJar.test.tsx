import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { createDevnet, type DevnetOptions } from 'preconf'
import { afterEach, expect, test } from 'vitest'
import { createConfig, http, mock, WagmiProvider } from 'wagmi'
import { TipJar } from '../src/TipJar'

// A busy machine may take longer than its second.
configure({ asyncUtilTimeout: 30_000 })

const open: Awaited<ReturnType<typeof createDevnet>>[] = []

afterEach(async () => {
  cleanup()
  await Promise.all(open.splice(0).map((devnet) => devnet.close()))
})

/** Shows the page on a chain of its own, with wagmi's wallet for tests. */
async function show(options: DevnetOptions, features?: Parameters<typeof mock>[0]['features']) {
  const devnet = await createDevnet({ chainId: 31337, ...options })
  open.push(devnet)
  // The wallet sends what it is asked for to the chain's URL, where the devnet signs for its accounts.
  await devnet.listen({ port: 0 })
  const chain = devnet.viemChain
  const config = createConfig({
    chains: [chain],
    connectors: [mock({ accounts: [devnet.accounts[0].address], features })],
    transports: { [chain.id]: http() },
    pollingInterval: 50,
    storage: null,
  })
  render(
    <WagmiProvider config={config} reconnectOnMount={false}>
      <QueryClientProvider client={new QueryClient()}>
        <TipJar />
      </QueryClientProvider>
    </WagmiProvider>,
  )
  return devnet
}

async function connect() {
  fireEvent.click(screen.getByText('Connect'))
  await screen.findByText('In the jar: 0 ether')
}

test('a tip is seen before its block is sealed', async () => {
  const devnet = await show({ mining: 'manual' })
  await connect()
  fireEvent.click(screen.getByText('Tip 1 ether'))
  await screen.findByText('sent')

  await devnet.flashblock()
  await screen.findByText('thank you')
  await screen.findByText('In the jar: 1 ether')
  expect(devnet.metrics().head).toBe(0n)
})

test('a tip that was seen can be missing from the block', async () => {
  const devnet = await show({ mining: 'manual' })
  await connect()
  fireEvent.click(screen.getByText('Tip 1 ether'))
  await screen.findByText('sent')
  await devnet.flashblock()
  await screen.findByText('In the jar: 1 ether')

  devnet.faults.inject({ kind: 'dropAtSeal' })
  await devnet.seal()
  await screen.findByText('In the jar: 0 ether')
})

test('a node that fails is an error in the page', async () => {
  const devnet = await show({ mining: 'auto' })
  await connect()
  devnet.faults.inject({ kind: 'error', method: 'eth_sendTransaction' })
  fireEvent.click(screen.getByText('Tip 1 ether'))
  await screen.findByText('not this time')
})

test('a wallet that refuses is not connected', async () => {
  await show({ mining: 'auto' }, { connectError: true })
  fireEvent.click(screen.getByText('Connect'))
  await screen.findByText('Your wallet has refused')
})
