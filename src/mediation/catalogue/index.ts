export { CatalogueError } from './error.ts';
export { parseCatalogue } from './parse.ts';
export { type ReplaceableCatalogue, replaceableCatalogue } from './replaceable.ts';
