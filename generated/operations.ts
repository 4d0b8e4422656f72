// Made by `make generate` from openapi.json. Do not edit.
import type { OperationRow } from '../src/http/contract/operation-row.ts';

export const operationTable = {
  "getAgentIdentity": {
    "method": "get",
    "path": "/api/v1/agent/whoami/",
    "tag": "Agent identity",
    "folder": "agent-identity",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": null,
    "access": null,
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      401,
      403,
      429,
      500
    ],
    "file": null
  },
  "listAgentCourses": {
    "method": "get",
    "path": "/api/v1/agent/courses/",
    "tag": "Agent courses",
    "folder": "agent-courses",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "courses",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      },
      "ordering": {
        "type": "string",
        "choices": [
          "-created_at",
          "created_at",
          "-updated_at",
          "updated_at",
          "title",
          "-title"
        ],
        "default": "-created_at"
      },
      "status": {
        "type": "string"
      },
      "slug": {
        "type": "string"
      }
    },
    "body": null,
    "statuses": [
      200,
      401,
      403,
      429,
      500
    ],
    "file": null
  },
  "createAgentCourse": {
    "method": "post",
    "path": "/api/v1/agent/courses/",
    "tag": "Agent courses",
    "folder": "agent-courses",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "courses",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "quotas": [],
    "idempotent": true,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "slug": {
          "kind": "string",
          "nullable": false
        },
        "description": {
          "kind": "json",
          "nullable": true
        },
        "thumbnail_url": {
          "kind": "string",
          "nullable": true
        },
        "status": {
          "kind": "string",
          "nullable": false
        },
        "visibility": {
          "kind": "string",
          "nullable": false
        },
        "level": {
          "kind": "string",
          "nullable": false
        },
        "grade_level": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        },
        "category": {
          "kind": "integer",
          "nullable": true
        },
        "estimated_duration_minutes": {
          "kind": "integer",
          "nullable": true
        },
        "sales_page_blocks": {
          "kind": "json",
          "nullable": true
        },
        "landing_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_description": {
          "kind": "string",
          "nullable": true
        },
        "og_image_url": {
          "kind": "string",
          "nullable": true
        },
        "timezone": {
          "kind": "string",
          "nullable": false
        },
        "length_mode": {
          "kind": "string",
          "nullable": false
        },
        "duration_days": {
          "kind": "integer",
          "nullable": true
        },
        "start_date": {
          "kind": "string",
          "nullable": true
        },
        "end_date": {
          "kind": "string",
          "nullable": true
        },
        "schedule_basis": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "getAgentCourse": {
    "method": "get",
    "path": "/api/v1/agent/courses/{id}/",
    "tag": "Agent courses",
    "folder": "agent-courses",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "courses",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "replaceAgentCourse": {
    "method": "put",
    "path": "/api/v1/agent/courses/{id}/",
    "tag": "Agent courses",
    "folder": "agent-courses",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "courses",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "slug": {
          "kind": "string",
          "nullable": false
        },
        "description": {
          "kind": "json",
          "nullable": true
        },
        "thumbnail_url": {
          "kind": "string",
          "nullable": true
        },
        "status": {
          "kind": "string",
          "nullable": false
        },
        "visibility": {
          "kind": "string",
          "nullable": false
        },
        "level": {
          "kind": "string",
          "nullable": false
        },
        "grade_level": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        },
        "category": {
          "kind": "integer",
          "nullable": true
        },
        "estimated_duration_minutes": {
          "kind": "integer",
          "nullable": true
        },
        "sales_page_blocks": {
          "kind": "json",
          "nullable": true
        },
        "landing_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_description": {
          "kind": "string",
          "nullable": true
        },
        "og_image_url": {
          "kind": "string",
          "nullable": true
        },
        "timezone": {
          "kind": "string",
          "nullable": false
        },
        "length_mode": {
          "kind": "string",
          "nullable": false
        },
        "duration_days": {
          "kind": "integer",
          "nullable": true
        },
        "start_date": {
          "kind": "string",
          "nullable": true
        },
        "end_date": {
          "kind": "string",
          "nullable": true
        },
        "schedule_basis": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "updateAgentCourse": {
    "method": "patch",
    "path": "/api/v1/agent/courses/{id}/",
    "tag": "Agent courses",
    "folder": "agent-courses",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "courses",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": false,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "slug": {
          "kind": "string",
          "nullable": false
        },
        "description": {
          "kind": "json",
          "nullable": true
        },
        "thumbnail_url": {
          "kind": "string",
          "nullable": true
        },
        "status": {
          "kind": "string",
          "nullable": false
        },
        "visibility": {
          "kind": "string",
          "nullable": false
        },
        "level": {
          "kind": "string",
          "nullable": false
        },
        "grade_level": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        },
        "category": {
          "kind": "integer",
          "nullable": true
        },
        "estimated_duration_minutes": {
          "kind": "integer",
          "nullable": true
        },
        "sales_page_blocks": {
          "kind": "json",
          "nullable": true
        },
        "landing_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_description": {
          "kind": "string",
          "nullable": true
        },
        "og_image_url": {
          "kind": "string",
          "nullable": true
        },
        "timezone": {
          "kind": "string",
          "nullable": false
        },
        "length_mode": {
          "kind": "string",
          "nullable": false
        },
        "duration_days": {
          "kind": "integer",
          "nullable": true
        },
        "start_date": {
          "kind": "string",
          "nullable": true
        },
        "end_date": {
          "kind": "string",
          "nullable": true
        },
        "schedule_basis": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "deleteAgentCourse": {
    "method": "delete",
    "path": "/api/v1/agent/courses/{id}/",
    "tag": "Agent courses",
    "folder": "agent-courses",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "courses",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "listAgentChapters": {
    "method": "get",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/",
    "tag": "Agent chapters",
    "folder": "agent-chapters",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "chapters",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "createAgentChapter": {
    "method": "post",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/",
    "tag": "Agent chapters",
    "folder": "agent-chapters",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "chapters",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "quotas": [],
    "idempotent": true,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "position": {
          "kind": "integer",
          "nullable": false
        },
        "is_published": {
          "kind": "boolean",
          "nullable": false
        },
        "requires_previous_chapter": {
          "kind": "boolean",
          "nullable": false
        },
        "sequential_lessons": {
          "kind": "boolean",
          "nullable": false
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "getAgentChapter": {
    "method": "get",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{id}/",
    "tag": "Agent chapters",
    "folder": "agent-chapters",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "chapters",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "replaceAgentChapter": {
    "method": "put",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{id}/",
    "tag": "Agent chapters",
    "folder": "agent-chapters",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "chapters",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "position": {
          "kind": "integer",
          "nullable": false
        },
        "is_published": {
          "kind": "boolean",
          "nullable": false
        },
        "requires_previous_chapter": {
          "kind": "boolean",
          "nullable": false
        },
        "sequential_lessons": {
          "kind": "boolean",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "updateAgentChapter": {
    "method": "patch",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{id}/",
    "tag": "Agent chapters",
    "folder": "agent-chapters",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "chapters",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": false,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "position": {
          "kind": "integer",
          "nullable": false
        },
        "is_published": {
          "kind": "boolean",
          "nullable": false
        },
        "requires_previous_chapter": {
          "kind": "boolean",
          "nullable": false
        },
        "sequential_lessons": {
          "kind": "boolean",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "deleteAgentChapter": {
    "method": "delete",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{id}/",
    "tag": "Agent chapters",
    "folder": "agent-chapters",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "chapters",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "listAgentLessons": {
    "method": "get",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/",
    "tag": "Agent lessons",
    "folder": "agent-lessons",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "lessons",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "createAgentLesson": {
    "method": "post",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/",
    "tag": "Agent lessons",
    "folder": "agent-lessons",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "lessons",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "quotas": [],
    "idempotent": true,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "position": {
          "kind": "integer",
          "nullable": false
        },
        "is_published": {
          "kind": "boolean",
          "nullable": false
        },
        "content_type": {
          "kind": "string",
          "nullable": false
        },
        "content": {
          "kind": "json",
          "nullable": true
        },
        "is_free_preview": {
          "kind": "boolean",
          "nullable": false
        },
        "opens_day_offset": {
          "kind": "integer",
          "nullable": true
        },
        "opens_time": {
          "kind": "string",
          "nullable": true
        },
        "closes_day_offset": {
          "kind": "integer",
          "nullable": true
        },
        "closes_time": {
          "kind": "string",
          "nullable": true
        },
        "view_window_minutes": {
          "kind": "integer",
          "nullable": true
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "getAgentLesson": {
    "method": "get",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/",
    "tag": "Agent lessons",
    "folder": "agent-lessons",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "lessons",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "updateAgentLesson": {
    "method": "patch",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/",
    "tag": "Agent lessons",
    "folder": "agent-lessons",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "lessons",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "position": {
          "kind": "integer",
          "nullable": false
        },
        "is_published": {
          "kind": "boolean",
          "nullable": false
        },
        "content_type": {
          "kind": "string",
          "nullable": false
        },
        "content": {
          "kind": "json",
          "nullable": true
        },
        "is_free_preview": {
          "kind": "boolean",
          "nullable": false
        },
        "opens_day_offset": {
          "kind": "integer",
          "nullable": true
        },
        "opens_time": {
          "kind": "string",
          "nullable": true
        },
        "closes_day_offset": {
          "kind": "integer",
          "nullable": true
        },
        "closes_time": {
          "kind": "string",
          "nullable": true
        },
        "view_window_minutes": {
          "kind": "integer",
          "nullable": true
        },
        "updated_at": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "deleteAgentLesson": {
    "method": "delete",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/",
    "tag": "Agent lessons",
    "folder": "agent-lessons",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "lessons",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "getAgentOrgSettings": {
    "method": "get",
    "path": "/api/v1/agent/org-settings/",
    "tag": "Agent organisation settings",
    "folder": "agent-organisation-settings",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "org_settings",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      401,
      403,
      429,
      500
    ],
    "file": null
  },
  "updateAgentOrgSettings": {
    "method": "patch",
    "path": "/api/v1/agent/org-settings/",
    "tag": "Agent organisation settings",
    "folder": "agent-organisation-settings",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "org_settings",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": false,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "name": {
          "kind": "string",
          "nullable": false
        },
        "description": {
          "kind": "string",
          "nullable": true
        },
        "support_email": {
          "kind": "string",
          "nullable": true
        },
        "timezone": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        },
        "currency": {
          "kind": "string",
          "nullable": false
        },
        "website_url": {
          "kind": "string",
          "nullable": true
        },
        "primary_color": {
          "kind": "string",
          "nullable": true
        },
        "accent_color": {
          "kind": "string",
          "nullable": true
        },
        "terms_url": {
          "kind": "string",
          "nullable": true
        },
        "privacy_url": {
          "kind": "string",
          "nullable": true
        },
        "refund_policy_url": {
          "kind": "string",
          "nullable": true
        },
        "imprint_url": {
          "kind": "string",
          "nullable": true
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "signUp": {
    "method": "post",
    "path": "/api/v1/auth/signup/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "quotas": [
      {
        "name": "sign_up",
        "by": [
          "address"
        ],
        "when": null
      },
      {
        "name": "join_code",
        "by": [
          "address"
        ],
        "when": "join_code"
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "email": {
          "kind": "string",
          "nullable": false
        },
        "password": {
          "kind": "string",
          "nullable": false
        },
        "name": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        },
        "join_code": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      202,
      400,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "verifyEmail": {
    "method": "post",
    "path": "/api/v1/auth/verify-email/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "token": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      204,
      400,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "resendVerification": {
    "method": "post",
    "path": "/api/v1/auth/resend-verification/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "quotas": [
      {
        "name": "verification_mail",
        "by": [
          "body.email"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "email": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      202,
      400,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "logIn": {
    "method": "post",
    "path": "/api/v1/auth/login/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "quotas": [
      {
        "name": "sign_in_address",
        "by": [
          "address"
        ],
        "when": null
      },
      {
        "name": "sign_in_account",
        "by": [
          "address",
          "body.email"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "email": {
          "kind": "string",
          "nullable": false
        },
        "password": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "logInWithCode": {
    "method": "post",
    "path": "/api/v1/auth/login/mfa/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "second_factor",
    "qa": false,
    "quotas": [
      {
        "name": "second_factor",
        "by": [
          "user",
          "address"
        ],
        "when": null
      },
      {
        "name": "second_factor_user",
        "by": [
          "user"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "code": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "resendLogInCode": {
    "method": "post",
    "path": "/api/v1/auth/login/mfa/resend/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "second_factor",
    "qa": false,
    "quotas": [
      {
        "name": "code_mail",
        "by": [
          "user"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "channel": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      202,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "logInWithTotp": {
    "method": "post",
    "path": "/api/v1/auth/login/totp/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "second_factor",
    "qa": false,
    "quotas": [
      {
        "name": "second_factor",
        "by": [
          "user",
          "address"
        ],
        "when": null
      },
      {
        "name": "second_factor_user",
        "by": [
          "user"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "code": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "changePassword": {
    "method": "post",
    "path": "/api/v1/auth/password-change/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [
      {
        "name": "proof",
        "by": [
          "user"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "current_password": {
          "kind": "string",
          "nullable": false
        },
        "new_password": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      204,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "requestPasswordReset": {
    "method": "post",
    "path": "/api/v1/auth/password-reset/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "quotas": [
      {
        "name": "reset_mail",
        "by": [
          "body.email"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "email": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      202,
      400,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "confirmPasswordReset": {
    "method": "post",
    "path": "/api/v1/auth/password-reset-confirm/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "token": {
          "kind": "string",
          "nullable": false
        },
        "new_password": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      204,
      400,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "refreshSession": {
    "method": "post",
    "path": "/api/v1/auth/token/refresh/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ],
    "file": null
  },
  "getMe": {
    "method": "get",
    "path": "/api/v1/me/",
    "tag": "Current user",
    "folder": "current-user",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      429,
      500
    ],
    "file": null
  },
  "updateMe": {
    "method": "patch",
    "path": "/api/v1/me/",
    "tag": "Current user",
    "folder": "current-user",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [
      {
        "name": "join_code",
        "by": [
          "user"
        ],
        "when": "join_code"
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "name": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        },
        "timezone": {
          "kind": "string",
          "nullable": false
        },
        "second_factor": {
          "kind": "string",
          "nullable": false
        },
        "join_code": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "startTotp": {
    "method": "post",
    "path": "/api/v1/me/totp/enable/start/",
    "tag": "Two-step sign-in",
    "folder": "two-step-sign-in",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      409,
      429,
      500
    ],
    "file": null
  },
  "confirmTotp": {
    "method": "post",
    "path": "/api/v1/me/totp/enable/confirm/",
    "tag": "Two-step sign-in",
    "folder": "two-step-sign-in",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [
      {
        "name": "proof",
        "by": [
          "user"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "code": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "disableTotp": {
    "method": "post",
    "path": "/api/v1/me/totp/disable/",
    "tag": "Two-step sign-in",
    "folder": "two-step-sign-in",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [
      {
        "name": "proof",
        "by": [
          "user"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "password": {
          "kind": "string",
          "nullable": false
        },
        "code": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      204,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "regenerateBackupCodes": {
    "method": "post",
    "path": "/api/v1/me/totp/backup-codes/regenerate/",
    "tag": "Two-step sign-in",
    "folder": "two-step-sign-in",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [
      {
        "name": "proof",
        "by": [
          "user"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "password": {
          "kind": "string",
          "nullable": false
        },
        "code": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "listApiKeys": {
    "method": "get",
    "path": "/api/v1/tenants/api-keys/",
    "tag": "API keys",
    "folder": "api-keys",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ],
    "file": null
  },
  "createApiKey": {
    "method": "post",
    "path": "/api/v1/tenants/api-keys/",
    "tag": "API keys",
    "folder": "api-keys",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "name": {
          "kind": "string",
          "nullable": false
        },
        "scopes": {
          "kind": "json",
          "nullable": false
        },
        "expires_at": {
          "kind": "string",
          "nullable": true
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "deleteApiKey": {
    "method": "delete",
    "path": "/api/v1/tenants/api-keys/{id}/",
    "tag": "API keys",
    "folder": "api-keys",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "replaceApiKeyScopes": {
    "method": "put",
    "path": "/api/v1/tenants/api-keys/{id}/scopes/",
    "tag": "API keys",
    "folder": "api-keys",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "courses": {
          "kind": "string",
          "nullable": false
        },
        "chapters": {
          "kind": "string",
          "nullable": false
        },
        "lessons": {
          "kind": "string",
          "nullable": false
        },
        "org_settings": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "setUpOrganisation": {
    "method": "post",
    "path": "/api/v1/tenants/setup/",
    "tag": "Organisation",
    "folder": "organisation",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "name": {
          "kind": "string",
          "nullable": false
        },
        "subdomain": {
          "kind": "string",
          "nullable": false
        },
        "timezone": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        },
        "currency": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "getTenantConfig": {
    "method": "get",
    "path": "/api/v1/tenants/config/",
    "tag": "Organisation",
    "folder": "organisation",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "member",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ],
    "file": null
  },
  "getSubdomain": {
    "method": "get",
    "path": "/api/v1/tenants/subdomain/",
    "tag": "Organisation",
    "folder": "organisation",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ],
    "file": null
  },
  "updateSubdomain": {
    "method": "patch",
    "path": "/api/v1/tenants/subdomain/",
    "tag": "Organisation",
    "folder": "organisation",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "subdomain": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "listAuditLog": {
    "method": "get",
    "path": "/api/v1/audit-log/",
    "tag": "Audit log",
    "folder": "audit-log",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      },
      "cursor": {
        "type": "string"
      },
      "action": {
        "type": "string"
      },
      "actor_id": {
        "type": "string"
      },
      "object_id": {
        "type": "string"
      },
      "since": {
        "type": "string"
      },
      "until": {
        "type": "string"
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ],
    "file": null
  },
  "listPlans": {
    "method": "get",
    "path": "/api/v1/billing/plans/",
    "tag": "Billing",
    "folder": "billing",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      429,
      500
    ],
    "file": null
  },
  "getPlatformSubscription": {
    "method": "get",
    "path": "/api/v1/billing/subscription/",
    "tag": "Billing",
    "folder": "billing",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "listCurrencies": {
    "method": "get",
    "path": "/api/v1/currencies/",
    "tag": "Reference data",
    "folder": "reference-data",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      429,
      500
    ],
    "file": null
  },
  "listTimeZones": {
    "method": "get",
    "path": "/api/v1/timezones/",
    "tag": "Reference data",
    "folder": "reference-data",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      429,
      500
    ],
    "file": null
  },
  "logInWithProvider": {
    "method": "post",
    "path": "/api/v1/auth/oauth-login/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "quotas": [
      {
        "name": "sign_in_address",
        "by": [
          "address"
        ],
        "when": "callback_url"
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "provider": {
          "kind": "string",
          "nullable": false
        },
        "callback_url": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500,
      503
    ],
    "file": null
  },
  "resetPasswordWithCard": {
    "method": "post",
    "path": "/api/v1/auth/password-reset/card/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "quotas": [
      {
        "name": "card",
        "by": [
          "address"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "card_code": {
          "kind": "string",
          "nullable": false
        },
        "new_password": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      204,
      400,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "sendPhoneCode": {
    "method": "post",
    "path": "/api/v1/auth/phone/send/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "quotas": [
      {
        "name": "phone_code_address",
        "by": [
          "address"
        ],
        "when": null
      },
      {
        "name": "phone_code",
        "by": [
          "body.phone"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "phone": {
          "kind": "string",
          "nullable": false
        },
        "purpose": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      202,
      400,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "verifyPhoneCode": {
    "method": "post",
    "path": "/api/v1/auth/phone/verify/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "quotas": [
      {
        "name": "sign_in_address",
        "by": [
          "address"
        ],
        "when": null
      },
      {
        "name": "phone_guess",
        "by": [
          "address",
          "body.phone"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "phone": {
          "kind": "string",
          "nullable": false
        },
        "purpose": {
          "kind": "string",
          "nullable": false
        },
        "code": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "attachPhone": {
    "method": "post",
    "path": "/api/v1/me/phone/attach/",
    "tag": "Current user",
    "folder": "current-user",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "phone_token": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "startPhoneChange": {
    "method": "post",
    "path": "/api/v1/me/phone/change/start/",
    "tag": "Current user",
    "folder": "current-user",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [
      {
        "name": "proof",
        "by": [
          "user"
        ],
        "when": null
      },
      {
        "name": "phone_change",
        "by": [
          "user"
        ],
        "when": null
      },
      {
        "name": "phone_code",
        "by": [
          "body.phone"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "phone": {
          "kind": "string",
          "nullable": false
        },
        "password": {
          "kind": "string",
          "nullable": false
        },
        "code": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      202,
      400,
      401,
      403,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "confirmPhoneChange": {
    "method": "post",
    "path": "/api/v1/me/phone/change/confirm/",
    "tag": "Current user",
    "folder": "current-user",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [
      {
        "name": "proof",
        "by": [
          "user"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "code": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "listDataExports": {
    "method": "get",
    "path": "/api/v1/me/data-export/",
    "tag": "Current user",
    "folder": "current-user",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      401,
      429,
      500
    ],
    "file": null
  },
  "requestDataExport": {
    "method": "post",
    "path": "/api/v1/me/data-export/",
    "tag": "Current user",
    "folder": "current-user",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [
      {
        "name": "data_export",
        "by": [
          "user"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      202,
      400,
      401,
      403,
      409,
      429,
      500
    ],
    "file": null
  },
  "downloadDataExport": {
    "method": "get",
    "path": "/api/v1/me/data-export/{export_id}/download/",
    "tag": "Current user",
    "folder": "current-user",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      404,
      409,
      429,
      500
    ],
    "file": "application/zip"
  },
  "deleteMe": {
    "method": "post",
    "path": "/api/v1/me/delete/",
    "tag": "Current user",
    "folder": "current-user",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [
      {
        "name": "proof",
        "by": [
          "user"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "password": {
          "kind": "string",
          "nullable": false
        },
        "code": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      202,
      400,
      401,
      403,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "updateBranding": {
    "method": "patch",
    "path": "/api/v1/tenants/branding/",
    "tag": "Organisation",
    "folder": "organisation",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "primary_color": {
          "kind": "string",
          "nullable": true
        },
        "accent_color": {
          "kind": "string",
          "nullable": true
        },
        "logo_url": {
          "kind": "json",
          "nullable": true
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "uploadLogo": {
    "method": "post",
    "path": "/api/v1/tenants/logo/",
    "tag": "Organisation",
    "folder": "organisation",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "multipart/form-data"
      ],
      "maxBytes": 5259264,
      "members": {
        "file": {
          "kind": "file",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "getCustomDomain": {
    "method": "get",
    "path": "/api/v1/tenants/domain/",
    "tag": "Organisation",
    "folder": "organisation",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "claimCustomDomain": {
    "method": "post",
    "path": "/api/v1/tenants/domain/",
    "tag": "Organisation",
    "folder": "organisation",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "hostname": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "checkCustomDomain": {
    "method": "post",
    "path": "/api/v1/tenants/domain/check/",
    "tag": "Organisation",
    "folder": "organisation",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [
      {
        "name": "domain_check",
        "by": [
          "organisation"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "getJoinCode": {
    "method": "get",
    "path": "/api/v1/tenants/join-code/",
    "tag": "Organisation",
    "folder": "organisation",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ],
    "file": null
  },
  "rotateJoinCode": {
    "method": "post",
    "path": "/api/v1/tenants/join-code/",
    "tag": "Organisation",
    "folder": "organisation",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ],
    "file": null
  },
  "getOnboarding": {
    "method": "get",
    "path": "/api/v1/tenants/onboarding/",
    "tag": "Organisation",
    "folder": "organisation",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ],
    "file": null
  },
  "skipOnboarding": {
    "method": "post",
    "path": "/api/v1/tenants/onboarding/skip/",
    "tag": "Organisation",
    "folder": "organisation",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "step": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "getCookieConsent": {
    "method": "get",
    "path": "/api/v1/cookie-consent/",
    "tag": "Consent",
    "folder": "consent",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      429,
      500
    ],
    "file": null
  },
  "giveCookieConsent": {
    "method": "post",
    "path": "/api/v1/cookie-consent/",
    "tag": "Consent",
    "folder": "consent",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "preferences": {
          "kind": "boolean",
          "nullable": false
        },
        "analytics": {
          "kind": "boolean",
          "nullable": false
        },
        "marketing": {
          "kind": "boolean",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "getLegalConsent": {
    "method": "get",
    "path": "/api/v1/legal/consent/",
    "tag": "Consent",
    "folder": "consent",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      429,
      500
    ],
    "file": null
  },
  "giveLegalConsent": {
    "method": "post",
    "path": "/api/v1/legal/consent/",
    "tag": "Consent",
    "folder": "consent",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "accept": {
          "kind": "json",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "getNotificationSettings": {
    "method": "get",
    "path": "/api/v1/notifications/org-settings/",
    "tag": "Notifications",
    "folder": "notifications",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ],
    "file": null
  },
  "replaceNotificationSettings": {
    "method": "put",
    "path": "/api/v1/notifications/org-settings/",
    "tag": "Notifications",
    "folder": "notifications",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "sender_name": {
          "kind": "string",
          "nullable": true
        },
        "reply_to": {
          "kind": "string",
          "nullable": true
        },
        "events": {
          "kind": "json",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "getNotificationPreferences": {
    "method": "get",
    "path": "/api/v1/notifications/preferences/",
    "tag": "Notifications",
    "folder": "notifications",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      429,
      500
    ],
    "file": null
  },
  "updateNotificationPreferences": {
    "method": "patch",
    "path": "/api/v1/notifications/preferences/",
    "tag": "Notifications",
    "folder": "notifications",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "events": {
          "kind": "json",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "deleteSignUpEmail": {
    "method": "delete",
    "path": "/api/v1/qa/signup-email/",
    "tag": "QA helpers",
    "folder": "qa-helpers",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": true,
    "quotas": [],
    "idempotent": false,
    "query": {
      "email": {
        "type": "string"
      }
    },
    "body": null,
    "statuses": [
      204,
      400,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "deleteOwnMembership": {
    "method": "delete",
    "path": "/api/v1/qa/me/org-membership/",
    "tag": "QA helpers",
    "folder": "qa-helpers",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "member",
    "qa": true,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "deleteOrganisationVerification": {
    "method": "delete",
    "path": "/api/v1/qa/me/org-verification/",
    "tag": "QA helpers",
    "folder": "qa-helpers",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": true,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "deletePolicyAcceptances": {
    "method": "delete",
    "path": "/api/v1/qa/me/policy-acceptances/",
    "tag": "QA helpers",
    "folder": "qa-helpers",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": true,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "getQaSubscription": {
    "method": "get",
    "path": "/api/v1/qa/me/platform-subscription/",
    "tag": "QA helpers",
    "folder": "qa-helpers",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": true,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "replaceQaSubscription": {
    "method": "put",
    "path": "/api/v1/qa/me/platform-subscription/",
    "tag": "QA helpers",
    "folder": "qa-helpers",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": true,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "plan_id": {
          "kind": "string",
          "nullable": false
        },
        "status": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "deleteQaSubscription": {
    "method": "delete",
    "path": "/api/v1/qa/me/platform-subscription/",
    "tag": "QA helpers",
    "folder": "qa-helpers",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": true,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "replaceQaDomainClaim": {
    "method": "put",
    "path": "/api/v1/qa/me/domain-claim/",
    "tag": "QA helpers",
    "folder": "qa-helpers",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": true,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "hostname": {
          "kind": "string",
          "nullable": false
        },
        "status": {
          "kind": "string",
          "nullable": false
        },
        "expired": {
          "kind": "boolean",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "deleteQaDomainClaim": {
    "method": "delete",
    "path": "/api/v1/qa/me/domain-claim/",
    "tag": "QA helpers",
    "folder": "qa-helpers",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": true,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "listCourses": {
    "method": "get",
    "path": "/api/v1/courses/",
    "tag": "Courses",
    "folder": "courses",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      },
      "ordering": {
        "type": "string",
        "choices": [
          "-created_at",
          "created_at",
          "-updated_at",
          "updated_at",
          "title",
          "-title"
        ],
        "default": "-created_at"
      },
      "status": {
        "type": "string",
        "choices": [
          "draft",
          "published",
          "archived"
        ]
      },
      "search": {
        "type": "string"
      },
      "slug": {
        "type": "string"
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ],
    "file": null
  },
  "createCourse": {
    "method": "post",
    "path": "/api/v1/courses/",
    "tag": "Courses",
    "folder": "courses",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "slug": {
          "kind": "string",
          "nullable": false
        },
        "description": {
          "kind": "json",
          "nullable": true
        },
        "thumbnail_url": {
          "kind": "string",
          "nullable": true
        },
        "status": {
          "kind": "string",
          "nullable": false
        },
        "visibility": {
          "kind": "string",
          "nullable": false
        },
        "level": {
          "kind": "string",
          "nullable": false
        },
        "grade_level": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        },
        "category": {
          "kind": "integer",
          "nullable": true
        },
        "estimated_duration_minutes": {
          "kind": "integer",
          "nullable": true
        },
        "sales_page_blocks": {
          "kind": "json",
          "nullable": true
        },
        "landing_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_description": {
          "kind": "string",
          "nullable": true
        },
        "og_image_url": {
          "kind": "string",
          "nullable": true
        },
        "timezone": {
          "kind": "string",
          "nullable": false
        },
        "length_mode": {
          "kind": "string",
          "nullable": false
        },
        "duration_days": {
          "kind": "integer",
          "nullable": true
        },
        "start_date": {
          "kind": "string",
          "nullable": true
        },
        "end_date": {
          "kind": "string",
          "nullable": true
        },
        "schedule_basis": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "listRecentCourses": {
    "method": "get",
    "path": "/api/v1/courses/recent/",
    "tag": "Courses",
    "folder": "courses",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ],
    "file": null
  },
  "getCourse": {
    "method": "get",
    "path": "/api/v1/courses/{id}/",
    "tag": "Courses",
    "folder": "courses",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "replaceCourse": {
    "method": "put",
    "path": "/api/v1/courses/{id}/",
    "tag": "Courses",
    "folder": "courses",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "slug": {
          "kind": "string",
          "nullable": false
        },
        "description": {
          "kind": "json",
          "nullable": true
        },
        "thumbnail_url": {
          "kind": "string",
          "nullable": true
        },
        "status": {
          "kind": "string",
          "nullable": false
        },
        "visibility": {
          "kind": "string",
          "nullable": false
        },
        "level": {
          "kind": "string",
          "nullable": false
        },
        "grade_level": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        },
        "category": {
          "kind": "integer",
          "nullable": true
        },
        "estimated_duration_minutes": {
          "kind": "integer",
          "nullable": true
        },
        "sales_page_blocks": {
          "kind": "json",
          "nullable": true
        },
        "landing_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_description": {
          "kind": "string",
          "nullable": true
        },
        "og_image_url": {
          "kind": "string",
          "nullable": true
        },
        "timezone": {
          "kind": "string",
          "nullable": false
        },
        "length_mode": {
          "kind": "string",
          "nullable": false
        },
        "duration_days": {
          "kind": "integer",
          "nullable": true
        },
        "start_date": {
          "kind": "string",
          "nullable": true
        },
        "end_date": {
          "kind": "string",
          "nullable": true
        },
        "schedule_basis": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "updateCourse": {
    "method": "patch",
    "path": "/api/v1/courses/{id}/",
    "tag": "Courses",
    "folder": "courses",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "slug": {
          "kind": "string",
          "nullable": false
        },
        "description": {
          "kind": "json",
          "nullable": true
        },
        "thumbnail_url": {
          "kind": "string",
          "nullable": true
        },
        "status": {
          "kind": "string",
          "nullable": false
        },
        "visibility": {
          "kind": "string",
          "nullable": false
        },
        "level": {
          "kind": "string",
          "nullable": false
        },
        "grade_level": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        },
        "category": {
          "kind": "integer",
          "nullable": true
        },
        "estimated_duration_minutes": {
          "kind": "integer",
          "nullable": true
        },
        "sales_page_blocks": {
          "kind": "json",
          "nullable": true
        },
        "landing_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_description": {
          "kind": "string",
          "nullable": true
        },
        "og_image_url": {
          "kind": "string",
          "nullable": true
        },
        "timezone": {
          "kind": "string",
          "nullable": false
        },
        "length_mode": {
          "kind": "string",
          "nullable": false
        },
        "duration_days": {
          "kind": "integer",
          "nullable": true
        },
        "start_date": {
          "kind": "string",
          "nullable": true
        },
        "end_date": {
          "kind": "string",
          "nullable": true
        },
        "schedule_basis": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "deleteCourse": {
    "method": "delete",
    "path": "/api/v1/courses/{id}/",
    "tag": "Courses",
    "folder": "courses",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "touchCourse": {
    "method": "post",
    "path": "/api/v1/courses/{id}/touch/",
    "tag": "Courses",
    "folder": "courses",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "getPrice": {
    "method": "get",
    "path": "/api/v1/courses/{course_pk}/price/",
    "tag": "Courses",
    "folder": "courses",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "replacePrice": {
    "method": "put",
    "path": "/api/v1/courses/{course_pk}/price/",
    "tag": "Courses",
    "folder": "courses",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "amount": {
          "kind": "integer",
          "nullable": true
        },
        "currency": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "createPreviewToken": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/preview-token/",
    "tag": "Courses",
    "folder": "courses",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "getCurriculum": {
    "method": "get",
    "path": "/api/v1/courses/{course_pk}/curriculum/",
    "tag": "Curriculum",
    "folder": "curriculum",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "member",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      },
      "chapter_id": {
        "type": "string"
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "getPhonePreview": {
    "method": "get",
    "path": "/api/v1/courses/{course_pk}/phone-preview/",
    "tag": "Curriculum",
    "folder": "curriculum",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "token": {
        "type": "string"
      },
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      404,
      429,
      500
    ],
    "file": null
  },
  "listChapters": {
    "method": "get",
    "path": "/api/v1/courses/{course_pk}/chapters/",
    "tag": "Chapters",
    "folder": "chapters",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "createChapter": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/chapters/",
    "tag": "Chapters",
    "folder": "chapters",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "position": {
          "kind": "integer",
          "nullable": false
        },
        "is_published": {
          "kind": "boolean",
          "nullable": false
        },
        "requires_previous_chapter": {
          "kind": "boolean",
          "nullable": false
        },
        "sequential_lessons": {
          "kind": "boolean",
          "nullable": false
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "reorderChapters": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/chapters/reorder/",
    "tag": "Chapters",
    "folder": "chapters",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "ids": {
          "kind": "json",
          "nullable": false
        }
      }
    },
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "getChapter": {
    "method": "get",
    "path": "/api/v1/courses/{course_pk}/chapters/{id}/",
    "tag": "Chapters",
    "folder": "chapters",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "updateChapter": {
    "method": "patch",
    "path": "/api/v1/courses/{course_pk}/chapters/{id}/",
    "tag": "Chapters",
    "folder": "chapters",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "position": {
          "kind": "integer",
          "nullable": false
        },
        "is_published": {
          "kind": "boolean",
          "nullable": false
        },
        "requires_previous_chapter": {
          "kind": "boolean",
          "nullable": false
        },
        "sequential_lessons": {
          "kind": "boolean",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "deleteChapter": {
    "method": "delete",
    "path": "/api/v1/courses/{course_pk}/chapters/{id}/",
    "tag": "Chapters",
    "folder": "chapters",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "duplicateChapter": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/chapters/{id}/duplicate/",
    "tag": "Chapters",
    "folder": "chapters",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "publishChapter": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/chapters/{id}/publish/",
    "tag": "Chapters",
    "folder": "chapters",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "is_published": {
          "kind": "boolean",
          "nullable": false
        },
        "include_lessons": {
          "kind": "boolean",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "listLessons": {
    "method": "get",
    "path": "/api/v1/courses/{course_pk}/chapters/{chapter_pk}/lessons/",
    "tag": "Lessons",
    "folder": "lessons",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "createLesson": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/chapters/{chapter_pk}/lessons/",
    "tag": "Lessons",
    "folder": "lessons",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "position": {
          "kind": "integer",
          "nullable": false
        },
        "is_published": {
          "kind": "boolean",
          "nullable": false
        },
        "content_type": {
          "kind": "string",
          "nullable": false
        },
        "content": {
          "kind": "json",
          "nullable": true
        },
        "is_free_preview": {
          "kind": "boolean",
          "nullable": false
        },
        "opens_day_offset": {
          "kind": "integer",
          "nullable": true
        },
        "opens_time": {
          "kind": "string",
          "nullable": true
        },
        "closes_day_offset": {
          "kind": "integer",
          "nullable": true
        },
        "closes_time": {
          "kind": "string",
          "nullable": true
        },
        "view_window_minutes": {
          "kind": "integer",
          "nullable": true
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "reorderLessons": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/chapters/{chapter_pk}/lessons/reorder/",
    "tag": "Lessons",
    "folder": "lessons",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "ids": {
          "kind": "json",
          "nullable": false
        }
      }
    },
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "getLesson": {
    "method": "get",
    "path": "/api/v1/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/",
    "tag": "Lessons",
    "folder": "lessons",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "member",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "updateLesson": {
    "method": "patch",
    "path": "/api/v1/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/",
    "tag": "Lessons",
    "folder": "lessons",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "position": {
          "kind": "integer",
          "nullable": false
        },
        "is_published": {
          "kind": "boolean",
          "nullable": false
        },
        "content_type": {
          "kind": "string",
          "nullable": false
        },
        "content": {
          "kind": "json",
          "nullable": true
        },
        "is_free_preview": {
          "kind": "boolean",
          "nullable": false
        },
        "opens_day_offset": {
          "kind": "integer",
          "nullable": true
        },
        "opens_time": {
          "kind": "string",
          "nullable": true
        },
        "closes_day_offset": {
          "kind": "integer",
          "nullable": true
        },
        "closes_time": {
          "kind": "string",
          "nullable": true
        },
        "view_window_minutes": {
          "kind": "integer",
          "nullable": true
        },
        "updated_at": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "deleteLesson": {
    "method": "delete",
    "path": "/api/v1/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/",
    "tag": "Lessons",
    "folder": "lessons",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "duplicateLesson": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/duplicate/",
    "tag": "Lessons",
    "folder": "lessons",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "moveLesson": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/lessons/{lesson_pk}/move/",
    "tag": "Lessons",
    "folder": "lessons",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "chapter_id": {
          "kind": "string",
          "nullable": false
        },
        "position": {
          "kind": "integer",
          "nullable": false
        },
        "updated_at": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "updateLessonSchedule": {
    "method": "patch",
    "path": "/api/v1/courses/{course_pk}/lessons/{lesson_pk}/schedule/",
    "tag": "Schedule",
    "folder": "schedule",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "opens_day_offset": {
          "kind": "integer",
          "nullable": true
        },
        "opens_time": {
          "kind": "string",
          "nullable": true
        },
        "closes_day_offset": {
          "kind": "integer",
          "nullable": true
        },
        "closes_time": {
          "kind": "string",
          "nullable": true
        },
        "view_window_minutes": {
          "kind": "integer",
          "nullable": true
        },
        "updated_at": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "getCourseSchedule": {
    "method": "get",
    "path": "/api/v1/courses/{course_pk}/schedule/",
    "tag": "Schedule",
    "folder": "schedule",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      },
      "day_zero": {
        "type": "string"
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "shiftCourseSchedule": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/schedule/shift/",
    "tag": "Schedule",
    "folder": "schedule",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "days": {
          "kind": "integer",
          "nullable": false
        },
        "start_date": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "getLessonProgress": {
    "method": "get",
    "path": "/api/v1/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/progress/",
    "tag": "Learning",
    "folder": "learning",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "member",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "recordLessonProgress": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/progress/",
    "tag": "Learning",
    "folder": "learning",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "member",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "event": {
          "kind": "string",
          "nullable": false
        },
        "seconds_spent": {
          "kind": "integer",
          "nullable": false
        },
        "watched_ranges": {
          "kind": "json",
          "nullable": false
        },
        "position_seconds": {
          "kind": "number",
          "nullable": false
        },
        "duration_seconds": {
          "kind": "number",
          "nullable": false
        },
        "attempt_id": {
          "kind": "string",
          "nullable": false
        },
        "answers": {
          "kind": "json",
          "nullable": false
        },
        "submission": {
          "kind": "json",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "suggestLandingCopy": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/landing/copy/",
    "tag": "Landing page",
    "folder": "landing-page",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [
      {
        "name": "ai",
        "by": [
          "organisation"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "audience": {
          "kind": "string",
          "nullable": false
        },
        "tone": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500,
      503
    ],
    "file": null
  },
  "listHeroImages": {
    "method": "get",
    "path": "/api/v1/courses/{course_pk}/landing/hero/",
    "tag": "Landing page",
    "folder": "landing-page",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "generateHeroImage": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/landing/hero/",
    "tag": "Landing page",
    "folder": "landing-page",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [
      {
        "name": "ai",
        "by": [
          "organisation"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "prompt": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500,
      503
    ],
    "file": null
  },
  "importHeroImage": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/landing/hero/import/",
    "tag": "Landing page",
    "folder": "landing-page",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "url": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "uploadHeroImage": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/landing/hero/upload/",
    "tag": "Landing page",
    "folder": "landing-page",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "multipart/form-data"
      ],
      "maxBytes": 10502144,
      "members": {
        "file": {
          "kind": "file",
          "nullable": false
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "deleteHeroImage": {
    "method": "delete",
    "path": "/api/v1/courses/{course_pk}/landing/hero/{id}/",
    "tag": "Landing page",
    "folder": "landing-page",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "selectHeroImage": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/landing/hero/{id}/select/",
    "tag": "Landing page",
    "folder": "landing-page",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "enroll": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/enroll/",
    "tag": "Enrollments",
    "folder": "enrollments",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "user_id": {
          "kind": "string",
          "nullable": false
        },
        "email": {
          "kind": "string",
          "nullable": false
        },
        "expires_at": {
          "kind": "string",
          "nullable": true
        },
        "cohort_id": {
          "kind": "string",
          "nullable": false
        },
        "preview_token": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      201,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "listLearners": {
    "method": "get",
    "path": "/api/v1/courses/{course_pk}/learners/",
    "tag": "Enrollments",
    "folder": "enrollments",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      },
      "search": {
        "type": "string"
      },
      "state": {
        "type": "string",
        "choices": [
          "active",
          "completed",
          "expired",
          "revoked"
        ]
      },
      "cohort_id": {
        "type": "string"
      },
      "ordering": {
        "type": "string",
        "choices": [
          "-enrolled_at",
          "enrolled_at",
          "-last_activity_at",
          "last_activity_at"
        ],
        "default": "-enrolled_at"
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "resetLearnerPassword": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/learners/{enrollment_pk}/reset-password/",
    "tag": "Enrollments",
    "folder": "enrollments",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      409,
      429,
      500
    ],
    "file": null
  },
  "listCohorts": {
    "method": "get",
    "path": "/api/v1/courses/{course_pk}/cohorts/",
    "tag": "Cohorts",
    "folder": "cohorts",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      },
      "status": {
        "type": "string",
        "choices": [
          "active",
          "inactive",
          "archived"
        ]
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "createCohort": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/cohorts/",
    "tag": "Cohorts",
    "folder": "cohorts",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "name": {
          "kind": "string",
          "nullable": false
        },
        "status": {
          "kind": "string",
          "nullable": false
        },
        "starts_on": {
          "kind": "string",
          "nullable": true
        },
        "ends_on": {
          "kind": "string",
          "nullable": true
        },
        "seat_limit": {
          "kind": "integer",
          "nullable": true
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "updateCohort": {
    "method": "patch",
    "path": "/api/v1/courses/{course_pk}/cohorts/{cohort_pk}/",
    "tag": "Cohorts",
    "folder": "cohorts",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "name": {
          "kind": "string",
          "nullable": false
        },
        "status": {
          "kind": "string",
          "nullable": false
        },
        "starts_on": {
          "kind": "string",
          "nullable": true
        },
        "ends_on": {
          "kind": "string",
          "nullable": true
        },
        "seat_limit": {
          "kind": "integer",
          "nullable": true
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "deleteCohort": {
    "method": "delete",
    "path": "/api/v1/courses/{course_pk}/cohorts/{cohort_pk}/",
    "tag": "Cohorts",
    "folder": "cohorts",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      409,
      429,
      500
    ],
    "file": null
  },
  "updateCohortMembers": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/cohorts/{cohort_pk}/members/",
    "tag": "Cohorts",
    "folder": "cohorts",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "add": {
          "kind": "json",
          "nullable": false
        },
        "remove": {
          "kind": "json",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "discoverCourses": {
    "method": "get",
    "path": "/api/v1/me/discover/",
    "tag": "Learning",
    "folder": "learning",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      },
      "search": {
        "type": "string"
      },
      "category": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000
      },
      "level": {
        "type": "string",
        "choices": [
          "all_levels",
          "beginner",
          "intermediate",
          "advanced"
        ]
      },
      "language": {
        "type": "string"
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ],
    "file": null
  },
  "listEnrollments": {
    "method": "get",
    "path": "/api/v1/me/enrollments/",
    "tag": "Learning",
    "folder": "learning",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "member",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      },
      "state": {
        "type": "string",
        "choices": [
          "active",
          "completed",
          "expired",
          "revoked"
        ]
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ],
    "file": null
  },
  "getEngagement": {
    "method": "get",
    "path": "/api/v1/me/engagement/",
    "tag": "Learning",
    "folder": "learning",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "member",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "days": {
        "type": "integer",
        "minimum": 1,
        "maximum": 366,
        "default": 30
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ],
    "file": null
  },
  "openCourse": {
    "method": "post",
    "path": "/api/v1/me/courses/{course_pk}/access/",
    "tag": "Learning",
    "folder": "learning",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "member",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "getCourseProgress": {
    "method": "get",
    "path": "/api/v1/me/courses/{course_pk}/progress/",
    "tag": "Learning",
    "folder": "learning",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "member",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "createUpload": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/uploads/",
    "tag": "Uploads",
    "folder": "uploads",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "member",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "purpose": {
          "kind": "string",
          "nullable": false
        },
        "file_name": {
          "kind": "string",
          "nullable": false
        },
        "content_type": {
          "kind": "string",
          "nullable": false
        },
        "size_bytes": {
          "kind": "integer",
          "nullable": false
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "getUpload": {
    "method": "get",
    "path": "/api/v1/courses/{course_pk}/uploads/{object_pk}/",
    "tag": "Uploads",
    "folder": "uploads",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "member",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "deleteUpload": {
    "method": "delete",
    "path": "/api/v1/courses/{course_pk}/uploads/{object_pk}/",
    "tag": "Uploads",
    "folder": "uploads",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "member",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      409,
      429,
      500
    ],
    "file": null
  },
  "completeUpload": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/uploads/{object_pk}/complete/",
    "tag": "Uploads",
    "folder": "uploads",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "member",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      409,
      429,
      500,
      503
    ],
    "file": null
  },
  "createMedia": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/media/",
    "tag": "Media",
    "folder": "media",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "upload_id": {
          "kind": "string",
          "nullable": false
        },
        "title": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "deleteMedia": {
    "method": "delete",
    "path": "/api/v1/courses/{course_pk}/media/{media_pk}/",
    "tag": "Media",
    "folder": "media",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      409,
      429,
      500
    ],
    "file": null
  },
  "createDocument": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/documents/",
    "tag": "Documents",
    "folder": "documents",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "upload_id": {
          "kind": "string",
          "nullable": false
        },
        "title": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "createExternalDocument": {
    "method": "post",
    "path": "/api/v1/courses/{course_pk}/documents/external/",
    "tag": "Documents",
    "folder": "documents",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "url": {
          "kind": "string",
          "nullable": false
        },
        "title": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "deleteDocument": {
    "method": "delete",
    "path": "/api/v1/courses/{course_pk}/documents/{doc_pk}/",
    "tag": "Documents",
    "folder": "documents",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      409,
      429,
      500
    ],
    "file": null
  },
  "listStorageObjects": {
    "method": "get",
    "path": "/api/v1/storage/objects/",
    "tag": "Storage",
    "folder": "storage",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      },
      "cursor": {
        "type": "string"
      },
      "course_id": {
        "type": "string"
      },
      "purpose": {
        "type": "string"
      },
      "ordering": {
        "type": "string",
        "choices": [
          "-created_at",
          "created_at",
          "-size_bytes"
        ],
        "default": "-created_at"
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ],
    "file": null
  },
  "getStorageUsage": {
    "method": "get",
    "path": "/api/v1/storage/usage/",
    "tag": "Storage",
    "folder": "storage",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ],
    "file": null
  },
  "purgeCourse": {
    "method": "delete",
    "path": "/api/v1/qa/courses/{id}/purge/",
    "tag": "QA helpers",
    "folder": "qa-helpers",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": true,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "deleteLessonAttempts": {
    "method": "delete",
    "path": "/api/v1/qa/me/lesson-attempts/",
    "tag": "QA helpers",
    "folder": "qa-helpers",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "member",
    "qa": true,
    "quotas": [],
    "idempotent": false,
    "query": {
      "lesson_id": {
        "type": "string"
      }
    },
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "createStorageBallast": {
    "method": "post",
    "path": "/api/v1/qa/me/storage-ballast/",
    "tag": "QA helpers",
    "folder": "qa-helpers",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": true,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "size_bytes": {
          "kind": "integer",
          "nullable": false
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "deleteStorageBallast": {
    "method": "delete",
    "path": "/api/v1/qa/me/storage-ballast/",
    "tag": "QA helpers",
    "folder": "qa-helpers",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": true,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "deleteStorageAddon": {
    "method": "delete",
    "path": "/api/v1/qa/me/storage-addon/",
    "tag": "QA helpers",
    "folder": "qa-helpers",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": true,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "listWebhookEndpoints": {
    "method": "get",
    "path": "/api/v1/integrations/webhooks/",
    "tag": "Webhook endpoints",
    "folder": "webhook-endpoints",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ],
    "file": null
  },
  "createWebhookEndpoint": {
    "method": "post",
    "path": "/api/v1/integrations/webhooks/",
    "tag": "Webhook endpoints",
    "folder": "webhook-endpoints",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [
      {
        "name": "webhook",
        "by": [
          "organisation"
        ],
        "when": null
      }
    ],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "url": {
          "kind": "string",
          "nullable": false
        },
        "description": {
          "kind": "string",
          "nullable": false
        },
        "event_types": {
          "kind": "json",
          "nullable": false
        },
        "is_enabled": {
          "kind": "boolean",
          "nullable": false
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      409,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "getWebhookEndpoint": {
    "method": "get",
    "path": "/api/v1/integrations/webhooks/{id}/",
    "tag": "Webhook endpoints",
    "folder": "webhook-endpoints",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "updateWebhookEndpoint": {
    "method": "patch",
    "path": "/api/v1/integrations/webhooks/{id}/",
    "tag": "Webhook endpoints",
    "folder": "webhook-endpoints",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "url": {
          "kind": "string",
          "nullable": false
        },
        "description": {
          "kind": "string",
          "nullable": false
        },
        "event_types": {
          "kind": "json",
          "nullable": false
        },
        "is_enabled": {
          "kind": "boolean",
          "nullable": false
        },
        "rotate_secret": {
          "kind": "boolean",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ],
    "file": null
  },
  "deleteWebhookEndpoint": {
    "method": "delete",
    "path": "/api/v1/integrations/webhooks/{id}/",
    "tag": "Webhook endpoints",
    "folder": "webhook-endpoints",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "listWebhookDeliveries": {
    "method": "get",
    "path": "/api/v1/integrations/webhooks/{endpoint_id}/deliveries/",
    "tag": "Webhook endpoints",
    "folder": "webhook-endpoints",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [],
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      },
      "cursor": {
        "type": "string"
      },
      "status": {
        "type": "string",
        "choices": [
          "pending",
          "delivered",
          "failed",
          "cancelled"
        ]
      },
      "event_type": {
        "type": "string",
        "choices": [
          "course.created",
          "course.published",
          "course.unpublished",
          "course.deleted",
          "member.joined",
          "enrollment.created",
          "enrollment.completed",
          "lesson.completed",
          "quiz_attempt.finished",
          "submission.created",
          "webhook.ping"
        ]
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "file": null
  },
  "redeliverWebhookDelivery": {
    "method": "post",
    "path": "/api/v1/integrations/webhooks/{endpoint_id}/deliveries/{delivery_id}/redeliver/",
    "tag": "Webhook endpoints",
    "folder": "webhook-endpoints",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "quotas": [
      {
        "name": "webhook",
        "by": [
          "organisation"
        ],
        "when": null
      }
    ],
    "idempotent": true,
    "query": {},
    "body": null,
    "statuses": [
      202,
      400,
      401,
      403,
      404,
      409,
      429,
      500
    ],
    "file": null
  }
} as const satisfies Record<string, OperationRow>;

export type OperationId = keyof typeof operationTable;

/** Requests in any window of so many seconds. Where a port is required, they count only if it is configured. */
export const quotaTable = {
  "sign_in_account": {
    "limit": 10,
    "windowSeconds": 300,
    "requires": null
  },
  "sign_in_address": {
    "limit": 50,
    "windowSeconds": 300,
    "requires": null
  },
  "proof": {
    "limit": 10,
    "windowSeconds": 900,
    "requires": null
  },
  "second_factor": {
    "limit": 10,
    "windowSeconds": 900,
    "requires": null
  },
  "second_factor_user": {
    "limit": 100,
    "windowSeconds": 3600,
    "requires": null
  },
  "sign_up": {
    "limit": 20,
    "windowSeconds": 3600,
    "requires": null
  },
  "data_export": {
    "limit": 5,
    "windowSeconds": 86400,
    "requires": null
  },
  "verification_mail": {
    "limit": 5,
    "windowSeconds": 3600,
    "requires": null
  },
  "reset_mail": {
    "limit": 5,
    "windowSeconds": 3600,
    "requires": null
  },
  "code_mail": {
    "limit": 5,
    "windowSeconds": 3600,
    "requires": null
  },
  "phone_code": {
    "limit": 5,
    "windowSeconds": 3600,
    "requires": null
  },
  "phone_code_address": {
    "limit": 20,
    "windowSeconds": 3600,
    "requires": null
  },
  "phone_guess": {
    "limit": 10,
    "windowSeconds": 900,
    "requires": null
  },
  "phone_change": {
    "limit": 5,
    "windowSeconds": 3600,
    "requires": null
  },
  "card": {
    "limit": 20,
    "windowSeconds": 3600,
    "requires": null
  },
  "join_code": {
    "limit": 20,
    "windowSeconds": 3600,
    "requires": null
  },
  "domain_check": {
    "limit": 10,
    "windowSeconds": 600,
    "requires": null
  },
  "webhook": {
    "limit": 100,
    "windowSeconds": 3600,
    "requires": null
  },
  "ai": {
    "limit": 20,
    "windowSeconds": 3600,
    "requires": "ai"
  }
} as const;
