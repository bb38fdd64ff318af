export { ELEMENT_WORDS as recordElements } from '../../../src/admin/contract/explained/elements.ts';
