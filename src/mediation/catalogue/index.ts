export { CatalogueError } from './document.ts';
export { parseCatalogue } from './parse.ts';
export { type RecordCatalogue, recordCatalogue } from './record-catalogue.ts';
