import type * as client from './client';

/** The schemas of the bodies that the types of an SDK refuse or accept. */
export interface Schemas {
  LessonWrite: client.LessonWrite;
  StudioLessonWrite: client.StudioLessonWrite;
  PatchedLesson: client.PatchedLesson;
  PatchedStudioLesson: client.PatchedStudioLesson;
  LessonProgressWrite: client.LessonProgressWrite;
  ContentAssistRequest: client.ContentAssistRequest;
  Reauthentication: client.Reauthentication;
  ReauthenticationResult: client.ReauthenticationResult;
  ProviderLogInResult: client.ProviderLogInResult;
  GradeWrite: client.GradeWrite;
  SheetPrintWrite: client.SheetPrintWrite;
  DiscussionTopicModeration: client.DiscussionTopicModeration;
  DiscussionReplyModeration: client.DiscussionReplyModeration;
  PatchedAffiliate: client.PatchedAffiliate;
  Upload: client.Upload;
  CertificateCondition: client.CertificateCondition;
  PaperQuestion: client.PaperQuestion;
  CourseImport: client.CourseImport;
  PlatformChange: client.PlatformChange;
  PhoneCodeResult: client.PhoneCodeResult;
  ReviewRendering: client.ReviewRendering;
}
