const { rmSync } = require('node:fs')
const { join } = require('node:path')
const { expect } = require('chai')
const { config, ignition } = require('hardhat')
const Counters = require('../ignition/modules/counters')

describe('hardhat-ignition', () => {
  // What it remembers of a chain that is gone.
  before(() => rmSync(join(config.paths.ignition, 'deployments'), { recursive: true, force: true }))

  it('deploys what a module says, in the order that it needs', async () => {
    const parameters = { Counters: { start: 7n } }
    const { first, second } = await ignition.deploy(Counters, { parameters })
    expect(await second.number()).to.equal(8n)
    expect(await first.number()).to.equal(16n)
  })

  it('goes on where a deployment has ended', async () => {
    const parameters = { Counters: { start: 7n } }
    const { first } = await ignition.deploy(Counters, { parameters })
    expect(await first.number()).to.equal(16n)
  })
})
