/** Types for the part of `subset-font` that is used; the package has none. */
declare module 'subset-font' {
  interface Subset {
    targetFormat: 'woff2'
    variationAxes: Record<string, { min: number; max: number }>
  }
  export default function subsetFont(font: Buffer, letters: string, options: Subset): Promise<Buffer>
}
