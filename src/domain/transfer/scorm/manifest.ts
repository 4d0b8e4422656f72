import { escaped } from './markdown.ts';

/** The longest title that the schema of manifests allows. */
const LONGEST_TITLE = 200;

export interface Packaged {
  lessonId: string;
  title: string;
  /** Score from which the lesson is passed; null if it is not passed or failed. */
  masteryScore: number | null;
  /** Paths of all files but the manifest. The first one is the page that a learning platform opens. */
  paths: readonly [string, ...string[]];
}

/** Writes `imsmanifest.xml` of a SCORM 1.2 package with a single SCO. */
export function manifestOf({ lessonId, title, masteryScore, paths }: Packaged): string {
  const named = escaped([...title].slice(0, LONGEST_TITLE).join(''));
  const mastery = masteryScore === null ? '' : `\n        <adlcp:masteryscore>${masteryScore}</adlcp:masteryscore>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="lesson-${lessonId}" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="organization">
    <organization identifier="organization">
      <title>${named}</title>
      <item identifier="item" identifierref="lesson">
        <title>${named}</title>${mastery}
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="lesson" type="webcontent" adlcp:scormtype="sco" href="${escaped(paths[0])}">
${paths.map((path) => `      <file href="${escaped(path)}"/>`).join('\n')}
    </resource>
  </resources>
</manifest>
`;
}
