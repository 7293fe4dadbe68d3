import { describe, expect, it } from 'vitest'
import { extensions } from '../../../../src/app/extensions.ts'
import { createMethods } from '../../../../src/rpc/methods/methods.ts'
import type { Profile } from '../../../../src/rpc/profile.ts'
import { Subscriptions } from '../../../../src/rpc/subscribe/subscriptions.ts'
import { noDevnet } from '../../../support/testRpc.ts'
import { client } from '../client.ts'

/** What an endpoint of this profile says. */
async function modulesOf(profile: Profile): Promise<unknown> {
  const method = createMethods({ chainName: 'mychain' }, extensions).find(
    ({ name }) => name === 'rpc_modules',
  )
  const { reader } = noDevnet
  const subscriptions = new Subscriptions()
  return method?.call(
    { devnet: noDevnet, reader, profile, subscriptions, calledAs: 'rpc_modules' },
    [],
  )
}

describe('rpc_modules', () => {
  it('names each namespace once, its own too', async () => {
    await using devnet = await client()
    const modules = await devnet.ask('rpc_modules')
    expect(modules).toMatchObject({ eth: '1.0', debug: '1.0', txpool: '1.0', rpc: '1.0' })
    expect(new Set(Object.values(modules))).toEqual(new Set(['1.0']))
    const names = Object.keys(modules)
    expect(names).toEqual([...new Set(names)].sort())
  })

  it('names what the endpoint answers', async () => {
    expect(await modulesOf('devnet')).toMatchObject({ mychain: '1.0', evm: '1.0', testing: '1.0' })
    const modules = await modulesOf('public')
    expect(modules).toMatchObject({ eth: '1.0', mychain: '1.0' })
    for (const name of ['debug', 'evm', 'testing']) expect(modules).not.toHaveProperty(name)
  })
})
