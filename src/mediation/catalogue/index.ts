export {
  CATALOGUE_METHODS,
  type CatalogueView,
  catalogueAdministration,
} from './administration.ts';
export { CatalogueError } from './error.ts';
export { parseCatalogue } from './parse.ts';
