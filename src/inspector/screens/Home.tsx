import { Columns } from './Timeline.tsx'

/** What runs, what is new, and what waits. */
export function Home() {
  return (
    <>
      <h1>Home</h1>
      <Columns isBrief />
    </>
  )
}
