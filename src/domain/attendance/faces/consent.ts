import { createHash } from 'node:crypto';
import type { Shape } from '../../kernel/contract.ts';

/** Version of the text, increased with every change. */
const VERSION = '2026-11-28';

const TEXTS = {
  en: (name: string) =>
    `${name} stores a mathematical description of your face, but no picture, so that you can check in to your meetings by looking at a device. The description is used for nothing else and is never shared. It is deleted when you withdraw your consent, when your last enrolment ends, after 12 months without use, or after 3 years at the latest. You can always check in with your badge or by name instead, and you can withdraw your consent in your account at any time.`,
  de: (name: string) =>
    `${name} speichert eine mathematische Beschreibung Ihres Gesichts, aber kein Bild, damit Sie sich mit einem Blick auf ein Gerät für Ihre Treffen anmelden können. Die Beschreibung wird für nichts anderes verwendet und nicht weitergegeben. Sie wird gelöscht, wenn Sie Ihre Einwilligung widerrufen, wenn Ihre letzte Einschreibung endet, nach 12 Monaten ohne Nutzung, spätestens aber nach 3 Jahren. Sie können sich stattdessen immer mit Ihrem Ausweis oder Ihrem Namen anmelden und Ihre Einwilligung jederzeit in Ihrem Konto widerrufen.`,
  es: (name: string) =>
    `${name} guarda una descripción matemática de su rostro, pero ninguna imagen, para que pueda registrar su asistencia mirando a un dispositivo. La descripción no se usa para nada más ni se comparte con nadie. Se elimina cuando usted retira su consentimiento, cuando termina su última inscripción, tras 12 meses sin uso o, como máximo, a los 3 años. También puede registrarse siempre con su credencial o por su nombre, y puede retirar su consentimiento en cualquier momento desde su cuenta.`,
  fr: (name: string) =>
    `${name} enregistre une description mathématique de votre visage, mais aucune image, pour que vous puissiez signaler votre présence en regardant un appareil. Cette description ne sert à rien d’autre et n’est communiquée à personne. Elle est supprimée lorsque vous retirez votre consentement, à la fin de votre dernière inscription, après 12 mois sans utilisation ou, au plus tard, au bout de 3 ans. Vous pouvez toujours utiliser votre badge ou votre nom à la place, et retirer votre consentement à tout moment dans votre compte.`,
  pt: (name: string) =>
    `${name} guarda uma descrição matemática do seu rosto, mas nenhuma imagem, para que você possa registrar sua presença olhando para um aparelho. A descrição não é usada para mais nada nem compartilhada com ninguém. Ela é apagada quando você retira seu consentimento, quando sua última matrícula termina, após 12 meses sem uso ou, no máximo, após 3 anos. Você sempre pode usar seu crachá ou seu nome, e pode retirar seu consentimento a qualquer momento na sua conta.`,
};

const isKnown = (language: string): language is keyof typeof TEXTS => Object.hasOwn(TEXTS, language);

/** Returns the text to which a learner consents, in their language or else in English.
 * @param language BCP 47 */
export function consentText(organisation: string, language: string): Shape<'FaceConsentText'> {
  const [primary = ''] = language.toLowerCase().split('-');
  const known = isKnown(primary) ? primary : 'en';
  const text = TEXTS[known](organisation);
  return { version: VERSION, language: known, text, sha256: createHash('sha256').update(text).digest('hex') };
}

/** Whether somebody has consented to the current text, in any language. */
export const isCurrent = (organisation: string, { version, sha256 }: Pick<Shape<'FaceConsentText'>, 'version' | 'sha256'>): boolean =>
  version === VERSION && Object.keys(TEXTS).some((language) => consentText(organisation, language).sha256 === sha256);
