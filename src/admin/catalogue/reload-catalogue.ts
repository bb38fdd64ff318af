import { StatusError } from '../../conventions/status.ts';
import { CatalogueError } from '../../mediation/catalogue/document.ts';
import { CATALOGUE_METHODS } from '../contract/catalogue/methods.ts';
import { catalogue, operation } from '../operation/operation.ts';
import { catalogueView } from './show-catalogue.ts';

function refused({ problems, message }: CatalogueError): StatusError {
  const text = `The catalogue in use stays, since the file cannot be used: ${message}.`;
  const violations = problems.map((description) => ({ field: 'catalogue', description }));
  return new StatusError('CATALOGUE_INVALID', text, violations);
}

export const reloadCatalogue = operation(CATALOGUE_METHODS.reloadCatalogue, {
  needs: catalogue,
  async run({ catalogue: source, recordCatalogue }, _, actor) {
    try {
      const loaded = source.reload();
      await recordCatalogue(actor);
      return catalogueView(loaded);
    } catch (error) {
      throw error instanceof CatalogueError ? refused(error) : error;
    }
  },
});
