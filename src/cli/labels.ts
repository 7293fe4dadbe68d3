import type { LoadedFixture } from '../types/fixture.ts'

/** The name that a fixture has given to an address; the address where it has none. */
export function labelOf({ labels }: Pick<LoadedFixture, 'labels'>, address: string): string {
  return labels[address.toLowerCase() as keyof typeof labels] ?? address
}
