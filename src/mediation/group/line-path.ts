import { printMaskPath } from '../../conventions/index.ts';

/** `mediationGroupLines["-1"]` */
export const linePath = (key: string) => printMaskPath([{ field: 'mediationGroupLines' }, { key }]);

/** `….adUnitMappings["ca-app-pub-…/…"]` below the path of a line. */
export const mappingPath = (line: string, adUnitId: string) =>
  `${line}.${printMaskPath([{ field: 'adUnitMappings' }, { key: adUnitId }])}`;
