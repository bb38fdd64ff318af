export { CatalogueError } from './error.ts';
export { parseCatalogue } from './parse.ts';
export { replaceableCatalogue } from './replaceable.ts';
