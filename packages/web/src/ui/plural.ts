export { countOf, plural } from '@vypusk/contract/amounts'
