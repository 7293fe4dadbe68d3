import { Address, Text } from '../parts.tsx'
import type { AbiArgument } from '../trace.ts'

/** Values by their names; addresses lead to their account. */
export function Arguments({ args }: { args: readonly AbiArgument[] }) {
  return (
    <>
      {args.map(({ name, type, value }, at) => (
        <span key={at}>
          {at > 0 && ', '}
          {name !== '' && (
            <span class="dim">
              <Text value={name} />:{' '}
            </span>
          )}
          {type === 'address' && typeof value === 'string' ? (
            <Address value={value.toLowerCase()} />
          ) : (
            <Text value={typeof value === 'string' ? value : JSON.stringify(value)} />
          )}
        </span>
      ))}
    </>
  )
}
