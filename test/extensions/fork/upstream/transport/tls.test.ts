import { createClient, http } from 'viem'
import { expect, test } from 'vitest'
import { createRealTimeline } from '../../../../../src/clock/timelines.ts'
import { Upstream } from '../../../../../src/extensions/fork/upstream/upstream.ts'
import { startCommand } from '../../../../support/command.ts'
import { httpNode } from '../../../../support/httpNode.ts'
import { certificateFile, startTlsFront } from '../../../../support/tlsFront.ts'
import { failure } from '../weather.ts'

test.each(['https', 'wss'])('%s: an unknown certificate is said at once', async (scheme) => {
  await using node = await httpNode()
  using front = await startTlsFront(node.url)
  const sources = [`${scheme}://user:password@${front.host}/secret-key`]
  const upstream = new Upstream({ sources, retries: 5 }, createRealTimeline())
  const error = await failure(upstream.request('eth_chainId', []))
  expect(error.name).toBe('UntrustedCertificate')
  expect(error.message).toBe(
    `${scheme}://${front.host} has a certificate that is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT): name the file of its authority in NODE_EXTRA_CA_CERTS, or check the host in the URL`,
  )
  expect(upstream.counts).toMatchObject({ exchanges: 1, retries: 0 })
  upstream.close()
})

test.each(['https', 'wss'])('%s: a fork by a certificate that Node is told of', async (scheme) => {
  await using node = await httpNode({ chainId: 4321 })
  using front = await startTlsFront(node.url)
  await using command = await startCommand(['--fork-url', `${scheme}://${front.host}`], {
    NODE_EXTRA_CA_CERTS: certificateFile,
  })
  const { request } = createClient({ transport: http(command.url) })
  expect(await request({ method: 'eth_chainId' })).toBe('0x10e1')
})
