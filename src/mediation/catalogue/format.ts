import { type Static, Type } from 'typebox';
import { AD_FORMATS } from '../contract/enums.ts';

const Decimal = (description: string) => Type.String({ description, pattern: '^(0|[1-9][0-9]{0,19})$' });
const Title = Type.String({ minLength: 1, maxLength: 255 });

const ConfigMetadataFile = Type.Object(
  { id: Decimal('Key in adUnitConfigurations.'), label: Title, required: Type.Boolean() },
  { additionalProperties: false },
);

const AdapterFile = Type.Object(
  {
    adapterId: Decimal('int64; unique in the file.'),
    title: Title,
    platform: Type.Enum(['ANDROID', 'IOS', 'WINDOWS_PHONE']),
    formats: Type.Array(Type.Enum([...AD_FORMATS]), { minItems: 1 }),
    configMetadata: Type.Array(ConfigMetadataFile),
  },
  { additionalProperties: false },
);

const AdSourceFile = Type.Object(
  { adSourceId: Decimal('Unique in the file.'), title: Title, adapters: Type.Array(AdapterFile) },
  { additionalProperties: false },
);

/** The catalogue as a file. */
export const CatalogueFile = Type.Object(
  {
    about: Type.Optional(Type.String()),
    ownNetwork: Decimal("The ad source that stands for the service's own network."),
    adSources: Type.Array(AdSourceFile, { minItems: 1 }),
  },
  { additionalProperties: false },
);
export type CatalogueFile = Static<typeof CatalogueFile>;
