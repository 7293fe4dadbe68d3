import { bytesToHex } from '../../lib/hex.ts'
import type { AnyHardforkName, BlobSchedule, ChainRules, Hardfork } from '../../types/genesis.ts'
import { forkNames } from '../genesis/genesisConfig.ts'
import type { Section } from '../section.ts'

const maxNumber = BigInt(Number.MAX_SAFE_INTEGER)

/** The rules of a chain as `jsonText` writes them. */
export function storedRules(section: Section): ChainRules {
  const chainId = Number(section.number('chainId', maxNumber) ?? 0n)
  if (chainId === 0) section.refuse('chainId', `give a whole number from 1 to ${maxNumber}`)
  const depositContract = section.bytes('depositContract', 20)
  return {
    chainId,
    forks: section.sections('forks').map(forkOf),
    blobSchedules: schedulesOf(section),
    depositContract: depositContract && bytesToHex(depositContract),
    proofOfWork: section.flag('proofOfWork') ?? false,
  }
}

function forkOf(section: Section): Hardfork {
  const name =
    forkNamed(section.text('name')) ?? section.refuse('name', 'there is no such hardfork')
  const time = section.number('time')
  if (time !== undefined) return { name, time }
  return { name, block: section.number('block') ?? section.refuse('block', 'give a whole number') }
}

function forkNamed(text: string | undefined): AnyHardforkName | undefined {
  return forkNames.find((name) => name === text)
}

function schedulesOf(section: Section): ChainRules['blobSchedules'] {
  const all = section.section('blobSchedules')
  const schedules: { [Name in AnyHardforkName]?: BlobSchedule } = {}
  for (const key of all?.keys ?? []) {
    const name = forkNamed(key) ?? all?.refuse(key, 'there is no such hardfork')
    const entry = all?.section(key)
    if (name === undefined || entry === undefined) continue
    const required = (field: string): number =>
      Number(entry.number(field, maxNumber) ?? entry.refuse(field, 'give a whole number'))
    schedules[name] = {
      target: required('target'),
      max: required('max'),
      baseFeeUpdateFraction: required('baseFeeUpdateFraction'),
    }
  }
  return schedules
}
