declare module '*?raw' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: it is Vite's form
  export default text
}
