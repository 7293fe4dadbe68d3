/** Reports that are taken one by one, so that the others are not in the package. */
declare module 'istanbul-reports/lib/*' {
  const Report: new (options: object) => import('istanbul-lib-report').ReportBase
  // biome-ignore lint/style/noDefaultExport: Istanbul has no other
  export default Report
}
