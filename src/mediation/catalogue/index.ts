export { CatalogueError } from './error.ts';
export { parseCatalogue } from './parse.ts';
