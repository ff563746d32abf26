declare module 'postject' {
  export const inject: (
    filename: string,
    resourceName: string,
    resourceData: Buffer,
    options?: {
      readonly sentinelFuse?: string
      readonly machoSegmentName?: string
      readonly overwrite?: boolean
    },
  ) => Promise<void>
}
