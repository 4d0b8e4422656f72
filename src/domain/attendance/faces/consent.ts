import { createHash } from 'node:crypto';
import type { Shape } from '../../kernel/contract.ts';

/** Rises with every change of the text. */
const VERSION = '2026-11-22';

const TEXTS = {
  en: (name: string) =>
    `${name} stores a mathematical description of your face, and no picture, so that you can check in to your meetings by looking at a device. It is used for nothing else, is never given to anybody, and is deleted when you withdraw your consent, when your last enrollment ends, after 12 months without use, and in any case after 3 years. You can always check in with your badge or by name instead, and withdraw your consent at any time in your account.`,
  de: (name: string) =>
    `${name} speichert eine mathematische Beschreibung Ihres Gesichts und kein Bild, damit Sie sich mit einem Blick auf ein Gerät für Ihre Treffen anmelden können. Sie wird für nichts anderes verwendet, an niemanden weitergegeben und gelöscht, wenn Sie Ihre Einwilligung widerrufen, wenn Ihre letzte Einschreibung endet, nach 12 Monaten ohne Nutzung und spätestens nach 3 Jahren. Sie können sich stattdessen immer mit Ihrem Ausweis oder Ihrem Namen anmelden und Ihre Einwilligung jederzeit in Ihrem Konto widerrufen.`,
  es: (name: string) =>
    `${name} guarda una descripción matemática de su rostro, y ninguna imagen, para que pueda registrar su asistencia mirando a un dispositivo. No se usa para nada más, no se entrega a nadie y se elimina cuando retira su consentimiento, cuando termina su última inscripción, tras 12 meses sin uso y, en todo caso, al cabo de 3 años. Siempre puede registrarse con su credencial o por su nombre, y retirar su consentimiento en cualquier momento en su cuenta.`,
  fr: (name: string) =>
    `${name} enregistre une description mathématique de votre visage, et aucune image, pour que vous puissiez signaler votre présence en regardant un appareil. Elle ne sert à rien d’autre, n’est transmise à personne et est supprimée lorsque vous retirez votre consentement, lorsque votre dernière inscription prend fin, après 12 mois sans utilisation et, en tout cas, après 3 ans. Vous pouvez toujours utiliser votre badge ou votre nom à la place, et retirer votre consentement à tout moment dans votre compte.`,
  pt: (name: string) =>
    `${name} guarda uma descrição matemática do seu rosto, e nenhuma imagem, para que você registre sua presença olhando para um aparelho. Ela não é usada para mais nada, não é entregue a ninguém e é apagada quando você retira seu consentimento, quando sua última matrícula termina, após 12 meses sem uso e, em todo caso, após 3 anos. Você sempre pode usar seu crachá ou seu nome, e retirar seu consentimento a qualquer momento na sua conta.`,
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

/** Whether somebody has consented to the text as it is now, in any language. */
export const isCurrent = (organisation: string, { version, sha256 }: Pick<Shape<'FaceConsentText'>, 'version' | 'sha256'>): boolean =>
  version === VERSION && Object.keys(TEXTS).some((language) => consentText(organisation, language).sha256 === sha256);
