export { CatalogueError } from './document.ts';
export { type NoteCatalogue, noteCatalogue } from './note-catalogue.ts';
export { parseCatalogue } from './parse.ts';
