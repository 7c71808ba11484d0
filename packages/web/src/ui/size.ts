export { sizeInWords as formatSize } from '@vypusk/contract/amounts'
