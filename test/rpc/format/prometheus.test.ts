import { describe, expect, it } from 'vitest'
import { rpc } from '../../support/rpc.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { sendTransfer } from '../../support/transfers.ts'

const line =
  /^(?<name>[a-z_]+?)(?<suffix>_sum|_count)?(?<labels>\{[a-z_]+="[^"\\\n]*"\})? (?<value>-?[0-9.e+-]+|NaN)$/

/** What the page at `/metrics` shows, by name and labels. Refuses what Prometheus would. */
async function scrape(url: string) {
  const response = await fetch(`${url}/metrics`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await response.text()
  expect(text.endsWith('\n')).toBe(true)
  const types = new Map<string, string>()
  const samples = new Map<string, number>()
  let family = ''
  for (const row of text.trimEnd().split('\n')) {
    if (row.startsWith('# HELP ')) continue
    if (row.startsWith('# TYPE ')) {
      const [, , name = '', type = ''] = row.split(' ')
      expect(types.has(name)).toBe(false)
      types.set(name, type)
      family = name
      continue
    }
    const { name = '', suffix = '', labels = '', value } = line.exec(row)?.groups ?? {}
    expect(`${name}${suffix}`, row).toMatch(new RegExp(`^${family}(_sum|_count)?$`))
    if (suffix !== '') expect(types.get(family)).toBe('summary')
    expect(samples.has(`${name}${suffix}${labels}`)).toBe(false)
    samples.set(`${name}${suffix}${labels}`, Number(value))
  }
  return { samples, types }
}

describe('the page at /metrics', () => {
  it('is in the format of Prometheus', async () => {
    await using devnet = await testDevnet()
    const { url } = await devnet.listen({ port: 0 })
    await devnet.provider.request({ method: 'eth_chainId' })
    const { types } = await scrape(url)
    expect(types.size).toBeGreaterThan(15)
    for (const [name, type] of types) {
      expect(name).toMatch(/^preconf_[a-z_]+$/)
      expect(name.endsWith('_total')).toBe(type === 'counter')
    }
  })

  it('has the numbers of devnet.metrics(), in seconds', async () => {
    await using devnet = await testDevnet({ mining: 'flashblocks' })
    const { url } = await devnet.listen({ port: 0 })
    await sendTransfer(devnet, { nonce: 3 })
    await devnet.clock.advance(2_200)
    const { samples } = await scrape(url)
    const { flashblocks, requests } = devnet.metrics()
    expect(Object.fromEntries(samples)).toMatchObject({
      'preconf_clock_info{mode="manual"}': 1,
      preconf_head_number: 1,
      preconf_flashblock_index: 1,
      preconf_ticks_total: 11,
      preconf_late_ticks_total: 0,
      preconf_skipped_ticks_total: 0,
      preconf_blocks_total: 1,
      preconf_skipped_blocks_total: 0,
      preconf_cadence_errors_total: 0,
      preconf_flashblock_duration_seconds_count: 11,
      preconf_flashblock_duration_seconds_sum: flashblocks.sumMs / 1000,
      'preconf_flashblock_duration_seconds{quantile="0.5"}': flashblocks.p50Ms / 1000,
      'preconf_flashblock_duration_seconds{quantile="0.99"}': flashblocks.p99Ms / 1000,
      preconf_flashblock_duration_max_seconds: flashblocks.maxMs / 1000,
      preconf_seal_duration_seconds_count: 1,
      'preconf_pool_transactions{state="pending"}': 0,
      'preconf_pool_transactions{state="queued"}': 1,
      preconf_writes: 0,
      preconf_subscriptions: 0,
      preconf_filters: 0,
      'preconf_connections{protocol="websocket"}': 0,
      preconf_unsent_bytes: 0,
      'preconf_request_duration_seconds_count{method="eth_sendRawTransaction"}': 1,
      'preconf_request_duration_seconds_sum{method="eth_sendRawTransaction"}':
        (requests.eth_sendRawTransaction?.sumMs ?? 0) / 1000,
      'preconf_request_errors_total{method="eth_sendRawTransaction"}': 0,
    })
  })

  it('counts the chains at paths of their own', async () => {
    await using devnet = await testDevnet()
    const { url } = await devnet.listen({ port: 0 })
    for (const id of ['1', '2', '3']) await rpc(`${url}/${id}`, 'eth_chainId')
    await fetch(`${url}/acquire`, { method: 'POST' })
    await devnet.clock.advance(10_000)
    await rpc(`${url}/1`, 'eth_chainId')
    await fetch(`${url}/2/stop`)
    const { samples, types } = await scrape(url)
    expect(Object.fromEntries(samples)).toMatchObject({
      preconf_chains: 3,
      preconf_chains_asleep: 2,
      preconf_chains_leased: 1,
      preconf_chains_waiting: 0,
      preconf_chains_made_total: 4,
      preconf_chains_dropped_total: 1,
    })
    expect(types.get('preconf_chains_made_total')).toBe('counter')
  })

  it('leaves out what there is none of, and has no quantiles of nothing', async () => {
    await using devnet = await testDevnet()
    const { url } = await devnet.listen({ port: 0 })
    const { samples, types } = await scrape(url)
    expect(types.has('preconf_flashblock_index')).toBe(false)
    expect(types.has('preconf_request_duration_seconds')).toBe(false)
    expect(samples.get('preconf_seal_duration_seconds{quantile="0.5"}')).toBeNaN()
  })
})
